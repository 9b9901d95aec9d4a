import json,sys,time,random,copy
sys.path.insert(0,'/tmp/sw/proto')
from mind import *
from clew.envs.scienceworld.science_world import ScienceWorld
from clew.envs.scienceworld.curriculum import TASKS
cases={}
for l in open('/tmp/sw/train.jsonl'):
    d=json.loads(l); cases.setdefault(d['task'],[]).append((d,Case(d)))
allc=[c for v in cases.values() for _,c in v]
glen={t:max(len(d['steps']) for d,_ in v) for t,v in cases.items()}
def main(tasks,n,split,verbose,offset=0):
    env=ScienceWorld(); res={}
    for t in tasks:
        vs=env.variations(split,t); out=[]
        for v in list(vs)[offset:offset+n]:
            obs,info=env.reset(options={"task":t,"variation":v})
            k=Knowledge(allc)
            m=Mind(env,k,[c for _,c in cases[t]],max(250,glen[t]+100),sys.stdout if verbose else None)
            m.allcases=allc; m.env=env; m.room=info["location"]
            if verbose: print("==",t,v,info["task"])
            t0=time.time()
            try: i=m.run(obs,info)
            except Exception as e:
                if verbose: raise
                i=m.info; print("   EXC",t,v,type(e).__name__,e)
            at100=0; 
            out.append((i["score"],m.used,i["raw_score"],round(time.time()-t0,1)))
        if out: res[t]=out
        print(f"{t:<52}",*[f"{s}{'!' if r<0 else ''}/{u}" for s,u,r,_ in out],flush=True)
    env.close()
    means=[sum(s for s,*_ in o)/len(o) for o in res.values()]
    print("MEAN",sum(means)/len(means))
if __name__=="__main__":
    a=sys.argv; v="-v" in a; a=[x for x in a if x!="-v"]
    tasks=list(TASKS.values()) if a[1]=="all" else a[1].split(",")
    main(tasks,int(a[2]),a[3],v,int(a[4]) if len(a)>4 else 0)
