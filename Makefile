# Two commands do all set-up: `make demo` and `make test`. Everything is installed into $(VENV).
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
READY   = $(VENV)/.ready
DATA   ?= ../shared/data
JOBS   ?= 2
# One BLAS thread: measurements are per core, and spinning threads stall a busy machine.
export OMP_NUM_THREADS = 1
export OPENBLAS_NUM_THREADS = 1
# Tests start many processes, which would compile all of clew each time.
unexport PYTHONDONTWRITEBYTECODE
# uv installs faster than pip; it asks the index of UV_DEFAULT_INDEX, not pip's.
INSTALL = $(BIN)/uv pip install -q --python $(BIN)/python
# It trusts the certificates that the system trusts, as pip does.
export UV_SYSTEM_CERTS = 1

.PHONY: demo test check lint types imports cover rl frameworks site slow bench bench-engine bench-quality lock fmt clean

demo: $(READY)
	CLEW=$(abspath $(BIN))/clew sh examples/demo.sh

test: $(READY)
	$(BIN)/pytest -q -n $(JOBS) --dist worksteal

check: lint types imports cover slow

lint: $(READY)
	$(BIN)/ruff format --check . && $(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

imports: $(READY)
	$(BIN)/lint-imports

cover: $(READY)
	$(BIN)/coverage erase && $(BIN)/coverage run -m pytest -q -n $(JOBS) --dist worksteal && $(BIN)/coverage combine -q && $(BIN)/coverage report

# The examples of reinforcement learning; torch is large, so no other command installs it, and it
# comes by pip, which may be told of a build without CUDA.
rl: $(READY)
	$(BIN)/python -m pip install -q --no-compile --disable-pip-version-check -c constraints.txt -e '.[rl]'

# Adapters to frameworks that bring other versions of what clew is tested with: each has an
# environment of its own. A name builds one: `make frameworks FRAMEWORKS=google-adk`.
FRAMEWORKS ?= llama-index google-adk agent-framework crewai
frameworks: $(FRAMEWORKS:%=build/frameworks/%/.tested)

build/frameworks/%/.tested: src/clew/integrations/*.py tests/integrations/*.py examples/*.py | $(READY)
	$(PYTHON) -m venv build/frameworks/$*
	$(BIN)/uv pip install -q --python build/frameworks/$*/bin/python -e '.[$*]' \
	  pytest pytest-socket pytest-timeout pytest-xdist hypothesis
	build/frameworks/$*/bin/python -m pytest -q -W default tests/integrations/test_$(subst -,_,$*).py
	touch $@

# The documentation site, into build/site; a warning is an error.
site: $(READY)
	$(INSTALL) -c constraints.txt -e '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q

slow: $(READY)
	CLEW_DATA=$(DATA) $(BIN)/pytest -q -n $(JOBS) --dist worksteal --durations=15 -m "slow or data"

bench: bench-engine bench-quality

bench-engine: $(READY)
	$(BIN)/python -m clew.bench.engine
	OMP_NUM_THREADS=1 $(BIN)/python -m experiments latency
	$(BIN)/python -m clew.bench.kill --kills 1000
	$(BIN)/python -m clew.bench.kill --kills 300 --slow-model
	$(BIN)/python -m experiments turn
	CLEW_CASES=2000 $(BIN)/pytest -q --timeout 0 -m slow \
	  tests/learn/test_what_remains.py tests/learn/test_trust_orders.py \
	  tests/learn/test_trust_of_names.py tests/learn/test_plans.py tests/learn/test_any_order.py \
	  tests/store/test_flips.py
	CLEW_SEEDS=6 $(BIN)/pytest -q --timeout 0 -m slow tests/minds/textworld/test_wins.py

# The experiments below need experiments/requirements.txt and the data sets in $(DATA).
bench-quality: $(READY)
	$(BIN)/python -m experiments answers --part plain
	$(BIN)/python -m experiments answers --part test
	$(BIN)/python -m experiments replay --data $(DATA)
	$(BIN)/python -m experiments openie --data $(DATA)
	$(BIN)/clew bench retrieval --data $(DATA)/musique-openie/questions_50.json \
	  --corpus $(DATA)/musique-openie/corpus.json \
	  --triples $(DATA)/musique-openie/openie_gpt35.json --format musique
	$(BIN)/clew bench qa --data $(DATA)/hotpotqa/dev_distractor_700.jsonl --format hotpotqa --limit 100
	$(BIN)/clew bench qa --data $(DATA)/2wiki/train_500.jsonl --format 2wiki --limit 100
	$(BIN)/clew bench qa --data $(DATA)/musique-openie/questions_50.json --format musique
	$(BIN)/clew bench qa --data $(DATA)/locomo --format locomo
	$(BIN)/python -m experiments extraction --data $(DATA)
	$(BIN)/python -m experiments locomo --data $(DATA)/locomo
	$(BIN)/python -m experiments ablations --data $(DATA)/2wiki/train_500.jsonl --format 2wiki --method hybrid,ppr,bridge
	$(BIN)/python -m experiments embedders --data $(DATA)

fmt: $(READY)
	$(BIN)/ruff format . && $(BIN)/ruff check --fix .

# Pins names and versions only: no index, no hash.
lock: $(READY)
	$(BIN)/pip freeze --exclude-editable | grep -v '^clew' | LC_ALL=C sort > constraints.txt

clean:
	rm -rf $(VENV) .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt uv
	$(INSTALL) -c constraints.txt -e '.[dev,e5,openai,llm,local,trace,mcp,server,langgraph,openai-agents,textworld,jericho,crafter,scienceworld,charts]'
	touch $(READY)
