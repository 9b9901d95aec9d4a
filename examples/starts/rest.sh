clew serve --memory memory.clew --port $PORT & trap "kill %1; wait" EXIT
curl -sS --retry 60 --retry-delay 1 --retry-connrefused localhost:$PORT/ready
curl -sS localhost:$PORT/v1/default/remember --json '{"text": "Anna moved to Rome."}'
curl -sS localhost:$PORT/v1/default/ask --json '{"question": "Where does Anna live?"}'
