import json,sys
from clew.envs.scienceworld.science_world import ScienceWorld
from clew.envs.scienceworld.curriculum import TASKS
e=ScienceWorld()
out=open('/tmp/sw/train.jsonl','w')
import random
for key,task in TASKS.items():
    vs=list(e.variations("train",task)); rng=random.Random(1)
    # five training variations spread over the split, as few memory runs as paper
    pick=[vs[i*len(vs)//5] for i in range(5)] if len(vs)>=5 else vs
    for v in pick:
        o,i=e.reset(options={"task":task,"variation":v}); g=e.gold_path()
        o,i=e._last,dict(e._info)
        steps=[]
        for a in g:
            before=i
            ob,r,t,_,i=e.step(a)
            steps.append({"action":a,"obs":ob,"loc":before["location"],"inv":before["inventory"],"reward":r,"look":None})
        out.write(json.dumps({"task":task,"variation":v,"goal":i["task"],"first":o,"steps":steps,"score":i["score"]})+"\n"); out.flush()
e.close()
