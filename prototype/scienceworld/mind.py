"""Prototype: case-based planning with repair. Generic: no task names, no tables."""
import difflib, json, re
from collections import Counter, defaultdict, deque

NAV = re.compile(r"^(?:open door to|go to) (.+)$")
ITEM = re.compile(r"(?:^|[\s(:])(?:an?|the|some)\s+(?:substance called )?([A-Za-z][\w'&-]*(?: [\w'&-]+)*?)(?= called|,|\.|\(| \(|\n|$|\)|:| which| is | on the | in the | with | stage| approximately)")
DOOR = re.compile(r"A door to the ([\w ]+?) \(that is (open|closed)\)")
CLOSED = re.compile(r"The ([\w ]+?) door is closed|\ban? ([\w ]+?)\. The [\w ]+ door is closed|([\w ]+?) \(that is closed\)|an? (?:closed) ([\w ]+)")
FAIL = re.compile(r"No known action|Unknown action|can't|cannot|not clear|is not |isn't|broken|already|doesn't|must be|unable", re.I)
STOP = set("in on inventory to with a an the of containing substance and".split())

def toks(t): return re.findall(r"[\w'-]+|[.,()]", t.lower())
def words(t): return [w for w in re.findall(r"[\w'-]+", t.lower()) if w not in STOP]

def names(look):
    """Names of things in a look text, longest first."""
    found = {m.strip().lower() for m in ITEM.findall(look)}
    found |= {m.lower() for m in re.findall(r"unknown (?:substance|material) \w", look, re.I)}
    found -= {"agent", "air", "nothing", "substance"}
    return sorted(found, key=lambda n: (-len(n), n))

class Case:
    def __init__(self, d):
        self.goal, self.task = d["goal"], d["task"]
        self.looks = {}      # room -> look text
        self.steps = []      # (action, reply, room, look)
        room = None; look = d["first"].split("\n\nYour task")[0]
        pend = None; last = None
        end = max((k for k, s in enumerate(d["steps"]) if s["reward"]), default=len(d["steps"]))
        for k, s in enumerate(d["steps"][:end+1]):
            a, o = s["action"].strip(), s["obs"]; room = s["loc"] or room
            if k and o == d["steps"][k-1]["obs"] and s["reward"] == 0 and d["steps"][k-1].get("end"): break
            if a == "look around": look = o; self.looks.setdefault(room, ""); self.looks[room] = o; 
            if NAV.match(a): continue
            if pend is not None:
                self.steps.append((pend, o, room, self.looks.get(room, ""))); pend = None; continue
            if o.startswith("Ambiguous"): pend = a; continue
            if a == "look around": continue
            if o.startswith(("No known", "Unknown action")): continue
            if o.startswith("You can't move something into itself"): continue
            self.steps.append((a, o, room, self.looks.get(room, "")))
        self.program = fold(self.steps)
        self.focus = [(a[len("focus on "):], o, l) for a, o, _, l in self.steps if a.startswith("focus on ")]

def mask(o): return re.sub(r"-?\d+(\.\d+)?", "#", o)

def fold(steps):
    """Fold repeated blocks into ('loop', block, times)."""
    acts = [s[0] for s in steps]; out = []; i = 0
    while i < len(acts):
        best = None
        for p in range(1, 13):
            n = 1
            while acts[i+n*p:i+(n+1)*p] == acts[i:i+p] and len(acts[i:i+p]) == p: n += 1
            if any('broken' in x[1] for x in steps[i:i+p]): continue
            if (n >= 3 or n == 2 and p >= 4) and (best is None or n*p > best[0]*best[1]): best = (n, p)
        if best:
            n, p = best; out.append(("loop", steps[i:i+p], n)); i += n*p
        else: out.append(("do", steps[i], 1)); i += 1
    return out

class Replan(Exception):
    def __init__(self, case): self.case = case
def score_list(c, y, f):
    r = next((o for a, o, *_ in c.steps if a.startswith("read")), "")
    x = f(r)
    return (len(set(x) & set(y)) * 2 - abs(len(x) - len(y)) * 1.5, len(c.steps) * -.001) if x else (-9, 0)
class Knowledge:
    extra = None
    def __init__(self, cases):
        self.doors = defaultdict(set); self.train_seen = defaultdict(Counter)
        for c in cases:
            for room, look in c.looks.items():
                for other, _ in DOOR.findall(look): self.doors[room].add(other); self.doors[other].add(room)
                for n in names(look): self.train_seen[room][n] += 1

def align(a, b):
    """Phrases of goal a that became others in goal b, with context."""
    x, y = toks(a), toks(b); subs = []
    for op, i, j, k, l in difflib.SequenceMatcher(None, x, y, autojunk=False).get_opcodes():
        if op == "replace": subs.append((i, j, k, l))
    return x, y, subs

def phrase(t, i, j): return " ".join(w for w in t[max(i,0):j] if w not in ".,()")

class Mind:
    def __init__(self, env, knowledge, cases, budget, log=None):
        self.env, self.k, self.cases, self.budget, self.log = env, knowledge, cases, budget, log
        self.used = 0; self.looks = {}; self.done = False; self.map = {}; self.broken = set(); self.opened = set(); self.numbers = []; self.stale = False; self.alias = {}; self.failed = 0; self.replans = 0; self.local = {}; self.searched = set(); self.lost_order = False; self.waited = set(); self.focused = set()
        self.trace = []
    # --- acting
    def act(self, a):
        if self.done or self.used >= self.budget: raise StopIteration
        o, r, t, _, i = self.env.step(a[:200]); self.used += 1
        self.last = a; self.info = i; self.done = t; self.room = i["location"] or self.room; self.inv = i["inventory"]
        self.trace.append((a, o, r, self.room))
        if self.log: print(f"   [{self.used}] {self.room}: {a} | {o[:100]!r} {r:+g}", file=self.log)
        if t: raise StopIteration
        if i["choices"]:
            want = Counter(words(a)); best = max(range(len(i["choices"])), key=lambda n: (self.choice_score(a, i["choices"][n]), -n))
            return self.act(str(best))
        return o
    def choice_score(self, a, c):
        return len(set(words(a)) & set(words(c))) - 0.01*len(c)
    def look(self):
        o = self.act("look around"); self.looks[self.room] = o; self.stale = False
        for other, _ in DOOR.findall(o): self.k.doors[self.room].add(other); self.k.doors[other].add(self.room)
        return o
    def here(self):
        if self.room not in self.looks: self.look()
        return self.looks[self.room].lower() + "\n" + self.inv.lower()
    def has(self, ref, text=None):
        if text is None:
            if self.has(ref, self.here()): return True
            if self.stale:
                self.stale = False; self.look()
                return self.has(ref, self.here())
            return False
        known = names(text) + ([o for o in self.info["objects"]] if text == self.here() else [])
        sets = [set(words(n)) for n in known]
        for part in re.split(r" (?:in|on|containing|and) ", re.sub(r"^substance in |\b(?:anode|cathode|terminal \d)\b(?: in )?", " ", ref)):
            w = {x for x in words(part)} - IGNORED
            if not w or part.strip() in self.rooms() or re.search(r"stage$", part): continue
            if not any(w <= n for n in sets) and not re.search(rf"\b{re.escape(part.strip())}", text): return False
        return True
    def neat(self, ref):
        """A reference without what only held in the case: rooms, contents of numbered things."""
        for r in self.rooms(): ref = re.sub(rf" in {r}$", "", ref)
        ref = re.sub(r" in inventory$", "", ref)
        m = re.match(r"(.+ containing .+) in (.+)$", ref)
        if m and not self.has(m[2]): ref = m[1]
        m = re.match(r"(.+) containing (.+)$", ref)
        if m and not m[1][-1].isdigit():
            held = re.findall(rf"an? ([\w ]+?) \([^()]*containing [^()]*?{re.escape(m[2])}[^()]*\)", self.here())
            if held and not any(h == m[1] or h.endswith(' ' + m[1]) for h in held): ref = f"{held[0]} containing {m[2]}"
        m = re.match(r"(.*\d) containing ", ref)
        ref = m[1] if m else ref
        m = re.match(r"(.+) in (.+?) (\d+)$", ref)
        if m:
            d = re.sub(r"^substance$", "", m[1]); d2 = re.sub(r" in the \w+ stage$", "", d)
            lines = self.looks.get(self.room, "").lower().split("\n")
            for test in (lambda x: d and d in x, lambda x: d2 and d2 + "," in x and "dead " + d2 not in x):
                for line in lines:
                    n = re.search(rf"\b{re.escape(m[2])} (\d+) \(", line)
                    if n and test(line): return f"{m[1]} in {m[2]} {n[1]}"
        return ref
    # --- moving
    def path(self, to):
        q = deque([(self.room, [])]); seen = {self.room}
        while q:
            at, p = q.popleft()
            if at == to: return p
            for n in sorted(self.k.doors[at]):
                if n not in seen: seen.add(n); q.append((n, p+[n]))
        return None
    def goto(self, to):
        for _ in range(3):
            p = self.path(to)
            if not p: return self.room == to
            for n in p:
                before = self.room
                if not re.search(rf"A door to the {n} \(that is open\)", self.looks.get(self.room, "")):
                    self.act(f"open door to {n}")
                self.act(f"go to {n}")
                if self.room == before: self.act(f"go {n}")
                if self.room == before:
                    self.k.doors[before].discard(n); break
            if self.room == to:
                if to not in self.looks: self.look()
                return True
        return False
    def open_all(self):
        got = False; self.searched.add(self.room)
        for m in re.findall(r"an? ([\w ]+?)\. The [\w ]*door is closed|an? ([\w ]+?), which is (?:turned off|off|deactivated)\. The [\w ]*door is closed|\ban? ([\w ]+?) \(that is closed\)|an? ((?:drawer|closet|box|chest|bee hive|jar|cupboard)[\w ]*?)[,.\n]", self.here()):
            n = next(x for x in m if x)
            if (self.room, n) in self.opened or n.startswith("door"): continue
            self.opened.add((self.room, n)); 
            if not FAIL.search(self.act(f"open {n}")): got = True
        if got: self.look()
    extra = ()
    def rooms(self): return sorted(set(self.k.doors) | {r for v in self.k.doors.values() for r in v})
    def find(self, ref, hint=None):
        """Go where ref is; True if found."""
        if self.has(ref): return True
        order = [r for r in self.looks if self.has(ref, self.looks[r].lower())]
        train = sorted((r for r in self.k.train_seen if any(self.has(ref, n) for n in self.k.train_seen[r])), key=lambda r: -sum(c for n, c in self.k.train_seen[r].items() if self.has(ref, n)))
        m = re.search(r"(?:in|around|near|to) the '?([\w ]+?)'?(?: location)?[.,]", self.goal)
        hinted = [r for r in self.rooms() if hint == r] + [r for r in self.rooms() if re.search(rf"\b{r}\b", self.goal.lower())]
        rest = sorted((r for r in self.rooms() if r not in self.looks), key=lambda r: (len(self.path(r) or range(99)), r))
        tried = {self.room: 1}
        self.open_all()
        if self.has(ref): return True
        shut = [r for r in self.looks if r not in self.searched]
        for r in dict.fromkeys(order + hinted + train[:3] + shut + rest):
            if r == self.room and r in tried: continue
            if r in self.searched and r not in order and r not in hinted: continue
            if not self.goto(r): continue
            if r in order: self.look()
            if self.has(ref): return True
            self.open_all()
            if self.has(ref): return True
        return False
    def seen_now(self, ref): return any(self.has(ref, l.lower()) for l in self.looks.values())
    def somewhere(self, ref):
        """Whether a thing was seen, is named by the task, or there is still where to look."""
        return any(self.has(ref, l.lower()) for l in self.looks.values()) or self.base(ref) in self.goal.lower() or any(self.has(ref, n) for c in self.k.train_seen.values() for n in c if c[n] > 4)
    # --- lifting
    def choose_case(self):
        def sim(c): return difflib.SequenceMatcher(None, toks(c.goal), toks(self.goal), autojunk=False).ratio()
        def unlike(c):
            """Whether the thing focused on lay about in the case, and does not here; or the other way round."""
            if not c.focus: return 0
            said = c.focus[0][1].replace("You focus on the ", "").strip(". ").lower()
            if not self.by_name(said, c.goal): return True
            self.case = c; self.lift(c); here = self.subst(said)
            lies = any(here in k for k in self.k.train_seen.values())
            return lies == c.focus[0][0].startswith("substance in")
        vague = lambda c: sum(not self.by_name(f[0], c.goal) for f in c.focus)
        return sorted(self.cases, key=lambda c: (-round(sim(c), 2), unlike(c), vague(c), len(c.steps)))
    def lift(self, case):
        x, y, subs = align(case.goal, self.goal)
        acts = " | ".join(s[0].lower() for s in case.steps)
        pairs = []
        for i, j, k, l in subs:
            old, new = phrase(x, i, j), phrase(y, k, l)
            if not old or old == new: continue
            wide = []
            for a, b in ((1, 1), (0, 1), (1, 0)):
                if i-a < 0 or j+b > len(x): continue
                o2, n2 = phrase(x, i-a, j+b), phrase(y, k-a, l+b)
                if len(o2.split()) == len(old.split())+a+b and re.search(rf"\b{re.escape(o2)}\b", acts): wide.append((o2, n2))
            pairs += wide or [(old, new)]
        self.pairs = sorted(dict(pairs).items(), key=lambda p: -len(p[0]))
        if self.log: print("  PAIRS", self.pairs, file=self.log)
    def subst(self, a, local=()):
        out = a; pairs = [*local, *self.pairs]
        for n, (old, new) in enumerate(pairs):
            mark = f"\x01{n}\x02"
            out = re.sub(rf"\b{re.escape(old)}\b", mark, out, flags=re.I)
        for n, (old, new) in enumerate(pairs): out = out.replace(f"\x01{n}\x02", new)
        for old, new in self.map.items():
            if new is not None: out = re.sub(rf"\b{re.escape(old)}\b", new, out, flags=re.I)
        return out
    def place(self, room):
        for old, new in self.pairs:
            if old == room: return new
        return room
    def learn_list(self, old, new):
        """Two readings of the same form: what stands where. With another number of things, another case."""
        f = lambda t: [x.strip(" .").lower() for x in re.split(r",| and ", t.split("mix", 1)[-1])] if "mix" in t else []
        x, y = f(old), f(new)
        if not y: return
        best = max(self.cases, key=lambda c: score_list(c, y, f))
        if best is not self.case and score_list(best, y, f) > score_list(self.case, y, f): raise Replan(best)
        same = [w for w in x if w in y]
        rest_x, rest_y = [w for w in x if w not in same], [w for w in y if w not in same]
        self.extra = rest_y[len(rest_x):]
        for o2, n2 in zip(rest_x, rest_y):
            self.pairs = [(o2, n2)] + [p for p in self.pairs if p[0] != o2]
            if o2.endswith("s"): self.pairs.append((o2[:-1], n2))
        if self.log: print("  LIST", x, y, self.pairs, file=self.log)
    def results(self, case):
        """What was mixed into what, in all training: extends the pairs by the result wanted."""
        rx = re.compile(r"^(.+?) and (.+?) mix to produce (.+?)\.", re.M | re.I)
        facts = {m[2].lower(): (m[0].lower(), m[1].lower()) for c in self.allcases for _, o, _, _ in c.steps for m in rx.findall(o)}
        self.local = {}; since = 0; one = lambda x, k: re.sub(rf" ?\b{k}$", "", x)
        for n, step in enumerate(case.steps):
            for a, b, r in rx.findall(step[1]):
                a, b, r = a.lower(), b.lower(), r.lower(); r2 = self.subst(r); got = facts.get(r2); new = []
                kind = r.split()[-1]
                if r2 != r and got:
                    pa, pb = sorted([one(a, kind), one(b, kind)]), sorted([one(got[0], kind), one(got[1], kind)])
                    rest = [y for y in pb if y not in pa]
                    new = [(x, y) for x, y in zip([x for x in pa if x not in pb], rest)]
                elif r2 != r and "-" in r and "-" in r2:
                    new = [(x, y) for x, y in zip(one(r, kind).split("-"), one(r2, kind).split("-")) if x != y and x in (one(a, kind), one(b, kind))]
                for x in case.steps[since:n+1]: self.local[id(x)] = [(f"{x1} {kind}", f"{y1} {kind}") for x1, y1 in new]
                if self.log: print("  RESULT", r, r2, new, file=self.log)
                since = n + 1
    # --- references in an action
    VERBS = ["use {} on {}", "move {} to {}", "pour {} into {}", "pour {} in {}", "dunk {} in {}", "connect {} to {}", "focus on {}", "pick up {}", "put down {}", "drop {}", "activate {}", "deactivate {}", "open {}", "close {}", "examine {}", "look at {}", "look in {}", "read {}", "mix {}", "eat {}", "flush {}", "disconnect {}"]
    def parse(self, a):
        if len(re.findall(" in ", a)) > 1 or " containing " in a:
            for r in self.rooms(): a = re.sub(rf" in {r}\b", "", a)
        m = re.fullmatch(r"(pour|dunk) (.+) in(?:to)? (.+?)", a)
        if m and " into " not in a and m[2].count(" in ") == 0: return m[1] + " {} in {}", [m[2], m[3]]
        for v in self.VERBS:
            m = re.fullmatch(re.escape(v).replace(r"\{\}", "(.+?)"), a)
            if m: return v, [g.strip() for g in m.groups()]
        return a, []
    def core(self, ref):
        ref = re.sub(r" in inventory$", "", ref)
        return ref
    def base(self, ref):
        ref = re.sub(r"^(?:anode|cathode|terminal \d) in ", "", re.sub(r"^substance in ", "", ref))
        return re.sub(r" (?:in|containing|terminal|anode|cathode)\b.*", "", ref)
    def head(self, name): 
        w = re.sub(r" \d+$", "", name).split()
        return w[-1] if w else ""
    def stand_in(self, ref, look, step=None):
        """Another thing here with the same head noun, else one that had this role in another case."""
        base = self.base(ref); head = self.head(base); seen = self.here()
        if not base: return base, None
        taken = {n for n in names(seen) if any(re.search(rf"\b{re.escape(n)}\b", self.subst(x[0])) for x in self.case.steps)} | set(self.map.values())
        cands = [n for n in names(seen) if self.head(n) == head and n != base and n not in taken and n not in self.goal.lower()]
        if not cands:
            slots = self.fillers(base)
            cands = [n for n in slots if self.has(n, seen) and n not in taken]
        if self.log: print("    STAND-IN", base, cands[:4], file=self.log)
        return base, (cands[0] if cands else None)
    def fillers(self, base):
        """Things that other cases put where this case has `base`, most frequent first."""
        forms = set()
        nexts = lambda c: [x[0].split()[0] for x in c.steps[1:]] + [""]
        for (a, *_), nx in zip(self.case.steps, nexts(self.case)):
            if re.search(rf"\b{re.escape(base)}\b", a): forms.add(form(re.sub(rf"\b{re.escape(base)}\b", "@", a)) + nx)
        got = Counter()
        for c in self.cases:
            things = {n for l in c.looks.values() for n in names(l)}
            for (a, *_), nx in zip(c.steps, nexts(c)):
                for n in things:
                    if n != base and re.search(rf"\b{re.escape(n)}\b", a) and form(re.sub(rf"\b{re.escape(n)}\b", "@", a)) + nx in forms: got[n] += 1
        return [n for n, _ in got.most_common()]
    # --- doing one step of the case
    def do(self, step, again=False):
        a0, reply0, room0, look0 = step
        a = self.subst(a0, self.local.get(id(step), ())); verb, refs = self.parse(a)
        if refs: refs = [self.neat(r) for r in refs]; a = verb.format(*refs)
        if refs: refs = [self.rebound(r, q, look0) for r, q in zip(refs, self.parse(a0)[1])]; a = verb.format(*refs)
        if self.alias and refs and not verb.startswith("focus"):
            refs = self.aliased(refs); a = verb.format(*refs)
        want = self.place(room0) if room0 else None
        if verb == "focus on {}": return self.focus(step, a, refs[0])
        if verb in ("wait", "wait1", "wait2"): return self.act(a)
        if not refs: return self.act(a)
        ground = [r for r in refs if "inventory" not in r]
        if verb in ("drop {}", "put down {}"):
            if want and self.room != want: self.goto(want)
        at = next((n for n, x in enumerate(self.case.steps) if x is step), 0)
        for r in refs:
            if at >= 2 and not self.has(r) and r not in self.waited and not self.seen_now(r) and self.case.steps[at-1][0].split()[0] in ("examine", "use", "wait", "wait1", "look"):
                self.waited.add(r); k = 1
                while k < 4 and self.case.steps[at-1-k][0].split()[0] in ("examine", "use", "wait", "wait1", "look"): k += 1
                block = self.case.steps[at-min(k, 2):at]
                if self.log: print("    UNTIL", r, [x[0] for x in block], file=self.log)
                for _ in range(40):
                    before = list(self.numbers)
                    for x in block: self.do(x, again=True)
                    self.look()
                    if self.has(r): break
        for n, r in enumerate(refs):
            if any(c[2] == r for c in self.conditions()) and verb.startswith("move"):
                if self.stale or self.last != "look around": self.look()
                refs[n] = r = self.conditional(r) or r
            if self.has(r): continue
            base, other = self.base(r), None
            if not self.somewhere(r) or (self.room == want and not self.seen_now(r) and base not in self.goal.lower()):
                base, other = self.stand_in(r, look0)
            if not other:
                got = [q for q in refs[:n] if not self.has(q, self.inv.lower())]
                home = self.room if got else None
                if got and not verb.startswith("connect"): 
                    for q in got:
                        if not self.act(f"pick up {q}").startswith("You move"): break
                    else: home = None
                if self.find(r, want):
                    if home and home != self.room: self.act(f"pick up {r}"); self.goto(home)
                else:
                    if want: self.goto(want)
                    base, other = self.stand_in(r, look0)
            if other:
                self.map[base] = other; refs[n] = re.sub(rf"\b{re.escape(base)}\b", other, r)
                if not self.has(refs[n]): self.find(refs[n], want)
        a = verb.format(*refs)
        if verb == "mix {}" and self.extra:
            more, self.extra = self.extra, ()
            for x in more:
                home = self.room
                if self.find(x): self.act(f"pick up {x}"); self.goto(home); self.act(f"move {x} to {refs[0]}")
        if verb == "move {} to {}" and re.search(r"\d$", refs[-1]): self.prepared(step, refs)
        o = self.act(a)
        if re.search(r"broken", o):
            self.broken.add((self.room, refs[-1])); return self.other_device(refs[-1], step, o)
        if o.startswith(("No known", "Unknown", "It's not")) and not again and refs:
            self.look()
            if not all(self.has(r) for r in refs): return self.do(step, again=True)
        if o.startswith(("No known", "Unknown", "It's not")): o = self.retry(a, verb, refs, o)
        if o.startswith(("No known", "Unknown", "It's not")): self.failed += 1
        if verb == "read {}": self.learn_list(step[1], o)
        m = re.search(r"temperature of (-?\d+)", o)
        if m: self.numbers.append(float(m[1]))
        if verb in ("open {}", "read {}", "mix {}", "activate {}", "pour {} into {}", "pour {} in {}", "move {} to {}"): self.stale = True
        return o
    def other_device(self, ref, step, o):
        other = [c for c in self.cases if c is not self.case and any(form2(x[0]) == form2(step[0]) and "broken" in x[1] for x in c.steps)]
        if other and self.replans < 2:
            self.replans += 1
            raise Replan(max(other, key=lambda c: difflib.SequenceMatcher(None, toks(c.goal), toks(self.goal)).ratio()))
        return o
    def retry(self, a, verb, refs, o):
        self.look()
        tries = []
        if verb.startswith("focus"):
            r = refs[0]; stage = re.findall(r"in the (\w+) stage", r); num = re.findall(r" (\d+)$", r)
            need = core_words(r); ok = []
            for x in self.info["objects"]:
                w = set(words(x))
                if need <= w and (not stage or stage[0] in w or (num and num[0] in w)): ok.append(x)
            if ok or stage:
                for x in sorted(ok, key=len)[:2]:
                    o = self.act(f"focus on {x}")
                    if not o.startswith(("No known", "Unknown")): return o
                return o
        for n, r in enumerate(refs):
            alts = [re.sub(r" in (?:inventory|[\w ]+)$", "", r), re.sub(r" containing .*$", "", r), r.split(" in ")[-1] if r.startswith("substance in") else r]
            ws = set(words(r))
            near = sorted(self.info["objects"], key=lambda x: (-len(ws & set(words(x))), len(x)))
            alts += [x for x in near[:2] if ws & set(words(x))]
            for alt in dict.fromkeys(alts):
                if alt != r and alt and core_words(r) <= set(words(alt)): tries.append(verb.format(*[alt if m == n else q for m, q in enumerate(refs)]))
        for t in list(dict.fromkeys(tries))[:4]:
            o = self.act(t)
            if not o.startswith(("No known", "Unknown", "It's not")): return o
        return o
    # --- choices
    def focus(self, step, a, ref):
        if self.turn > 1 and len(self.case.focus) > 1 and [f[0] for f in self.case.focus].index(step[0][9:]) < len(self.focused): return ""
        """Focus: the most dangerous act. If the case's thing is named by the task, find it; else choose by analogy."""
        if self.lost_order: return ""
        ref0 = step[0][len("focus on "):]; low = self.goal.lower()
        choice = self.conditional(ref); chosen = False
        want = self.place(step[2])
        if not choice and re.search(r"\d$", ref) and want and self.room != want: self.goto(want)
        ref = self.neat(ref)
        said0 = step[1].replace("You focus on the ", "").strip(". ").lower()
        target = self.subst(said0, self.local.get(id(step), ())) if self.by_name(said0, self.case.goal) and step[1].startswith("You focus") else None
        if choice: ref = choice
        elif target:
            if not self.has(target):
                if self.log: print("    TARGET", target, file=self.log)
                if not self.find(target, want): self.failed += 1; return ""
            box = re.match(r"(?:substance|paint) in (.+)", ref)
            if box and self.act(f"look at {box[1]}") and not set(words(target)) <= set(words(self.trace[-1][1])):
                c = box[1]; ref = target
                if self.act(f"move {target} to {c}").startswith("No known"): self.act(f"pick up {target}")
                self.stale = True
            elif not self.by_name(ref) and not box: ref = target
        elif not self.by_name(ref):
            got = self.analogous(ref0, step)
            if got: ref = got; chosen = True
        if not self.has(self.core(ref)): self.find(self.core(ref), self.place(step[2]))
        o = self.act(f"focus on {ref}")
        if o.startswith(("No known", "Unknown")): o = self.retry(f"focus on {ref}", "focus on {}", [ref], o)
        said = lambda r: frozenset(words(r.replace("You focus on the", "").strip(". "))) - COMMON
        old, new = said(step[1]), said(o)
        self.focused.add(o)
        if not o.startswith("You focus") and len(self.case.focus) > 1: self.lost_order = True
        if chosen and o.startswith("You focus") and old and new: self.alias[old] = (new, ref, frozenset(words(ref0.split(' in ')[0])) - COMMON)
        return o
    def rebound(self, ref, ref0, look0):
        """A numbered thing is the one that holds what the case's held, if that was chosen anew."""
        m = re.fullmatch(r"(.+) (\d+)", ref); m0 = re.match(r"(.+?) (\d+)\b", ref0)
        if not (m and m0 and self.alias) or f"{m0[1]} {m0[2]}" in self.map: return ref
        line0 = next((x for x in look0.lower().split("\n") if re.search(rf"\b{re.escape(m0[1])} {m0[2]} \(", x)), "")
        for old, (new, said, raw) in self.alias.items():
            if (old | raw) & set(words(line0)):
                for x in self.here().split("\n"):
                    n = re.search(rf"\b{re.escape(m[1])} (\d+) \(", x)
                    if n and new <= set(words(x)):
                        self.map[f"{m0[1]} {m0[2]}"] = f"{m[1]} {n[1]}"; return f"{m[1]} {n[1]}"
        return ref
    def held(self, look, ref):
        m = re.search(rf"\b{re.escape(ref)} \(containing ([^()]*)\)", look.lower())
        return {re.sub(r"^(?:an?|some) |substance called ", "", x.strip()) for x in m[1].split(",")} - {"nothing"} if m else set()
    def prepared(self, step, refs):
        """What the case's container held and this one does not is put in as some training run did."""
        m0 = re.search(r"([a-z ]+ \d+)$", self.parse(step[0])[1][-1]); m = re.search(r"([a-z ]+ \d+)$", refs[-1])
        if not (m0 and m): return
        lack = self.held(step[3], m0[1].strip()) - self.held(self.here(), m[1].strip())
        for x in sorted(lack):
            x = re.sub(r"^a substance called ", "", x)
            if len(x.split()) > 1 or x == "water" or (x, m[1]) in self.broken: continue
            self.broken.add((x, m[1]))
            for c in self.allcases:
                ends = [k for k, q in enumerate(c.steps) if q[1].startswith(f"You move the {x} to the {re.sub(' [0-9]+$', '', m[1].strip())}") and k and x in c.steps[k-1][0]]
                if not ends: continue
                k = ends[0]; want = {x}; frag = [c.steps[k]]; j = k - 1
                while j >= 0 and k - j < 7 and form(c.steps[j][0]) != form(c.steps[k][0]) and want & set(words(c.steps[j][0] + " " + c.steps[j][1])):
                    frag.insert(0, c.steps[j]); want |= set(words(c.steps[j][0])) - {"pick", "up", "use", "move"}; j -= 1
                if self.log: print("    BORROW", [q[0] for q in frag], file=self.log)
                for q in frag[:-1]:
                    if q[0].startswith("pick up") and self.has(q[0][8:], self.inv.lower()): continue
                    if q[2] and self.room != q[2]: self.goto(q[2])
                    o = self.act(re.sub(" in inventory", "", q[0])); self.stale = True
                if self.room != frag[-1][2]: self.goto(frag[-1][2])
                self.act(f"move {x} to {m[1].strip()}"); self.look()
                break
    def aliased(self, refs):
        out = []
        for r in refs:
            ws = set(words(r))
            for old, (new, said, raw) in self.alias.items():
                if len((old | raw) & ws) * 2 > len(ws) or ws <= {"living", "thing", "object"} and ws:
                    if self.log: print("    ALIAS", r, "->", new, file=self.log)
                    near = [x for x in self.info["objects"] if new <= set(words(x))] + [said, " ".join(w for w in words(said) if w in new)]
                    if len(refs) == 2 or "inventory" in r: near = [" ".join(w for w in words(said) if w in new)]
                    r = min(near, key=len); break
            out.append(r)
        return out
    def by_name(self, ref, goal=None):
        ws = core_words(ref) - COMMON; g = set(toks((goal or self.goal).replace("-", " - "))) | set(toks(goal or self.goal))
        return bool(ws) and sum(w in g for w in ws) * 2 > len(ws)
    def conditions(self, goal=None):
        goal = goal or self.goal
        return re.findall(r"If ([^.,]*(?:\.\d[^.,]*)?), ([^.]*?the ([\w ]+ box)[^.]*)\.", goal)
    def conditional(self, ref):
        conds = self.conditions()
        boxes = [c[2] for c in conds]
        if len(boxes) < 2 or not any(b in ref for b in boxes): return None
        for cond, _, box in conds:
            m = re.search(r"(above|below) (-?\d+(?:\.\d+)?)", cond)
            if m and self.numbers:
                v = self.numbers[-1]
                if (v > float(m[2])) == (m[1] == "above"): return box
        n = self.discriminate()
        return boxes[n] if n is not None else None
    def discriminate(self):
        """Which condition holds, by what distinguished the cases in which each was chosen."""
        lab = defaultdict(list)
        for c in self.cases:
            boxes = [x[2] for x in self.conditions(c.goal)]
            last = next((s for s in reversed(c.steps) if any(b in s[0] for b in boxes)), None)
            if last is None: continue
            n = next(k for k, b in enumerate(boxes) if b in last[0])
            text = last[3] + " ".join(o for _, o, _, l in c.steps[-6:])
            lab[n].append(grams(text))
        if len(lab) < 2: return None
        mine = grams(self.looks.get(self.room, "") + " ".join(o for _, o, _, _ in self.trace[-8:]))
        score = {}
        for n in lab:
            both = set.intersection(*lab[n]); others = set.union(*[g for m in lab if m != n for g in lab[m]])
            score[n] = sum(g in mine for g in both - others)
            if self.log: print("    DISC", n, len(both-others), sorted(both-others)[:8], score[n], file=self.log)
        best = max(score, key=lambda n: score[n])
        return best if len(set(score.values())) > 1 else None
    def analogous(self, ref0, step):
        """Among what is visible where the cases chose, the one they would have chosen."""
        place = self.place(step[2])
        if place and self.room != place and place in self.rooms(): self.goto(place)
        self.look()
        k = [s[0] for s in self.case.steps if s[0].startswith("focus on ")].index(step[0])
        like = [(c, k, 1) for c in self.cases if len(c.focus) == len(self.case.focus)]
        sup = superlatives(self.goal)
        if len(sup) > k:
            like = []
            for c in self.allcases:
                cs = superlatives(c.goal)
                for n, w in enumerate(cs):
                    if n < len(c.focus) and w[1] == sup[k][1]: like.append((c, n, 1 if w[0] == sup[k][0] else -1))
        won = Counter(); lost = Counter(); beats = defaultdict(set)
        for c, kk, sign in like:
            f, o, l = c.focus[kk]; chosen = o.replace("You focus on the ", "").strip(". ").lower()
            kind = frozenset(words(chosen)) | frozenset(words(f))
            for w in kind: (won if sign > 0 else lost)[w] += 1
            for n in names(l):
                if not set(words(n)) <= kind:
                    if sign > 0:
                        for w in words(n): lost[w] += 1
                    for w1 in kind - COMMON:
                        for w2 in set(words(n)) - COMMON: 
                            (beats[w1] if sign > 0 else beats[w2]).add(w2 if sign > 0 else w1)
        cand = [n for n in self.info["objects"] if n not in ("agent", "air", self.room) and not n.startswith("door") and n not in self.rooms()]
        above = lambda w: closure(beats, w)
        def score(n):
            ws = set(words(n)) ; s = sum(won[w] - lost[w]*.5 for w in ws)/max(1, len(ws))
            s += sum(len([1 for m in cand if m != n for v in words(m) if v in above(w)]) for w in ws - COMMON) * .5
            s -= sum(1 for m in cand if m != n for w in words(m) if any(v in above(w) for v in ws - COMMON)) * .5
            return s
        if not cand: return None
        best = max(cand, key=lambda n: (score(n), n))
        if self.log: print("    ANALOGY", [(n, round(score(n), 2)) for n in sorted(cand, key=score)[-4:]], file=self.log)
        return best if score(best) > 0 else None
    # --- the whole
    def run(self, obs, info):
        self.info, self.goal, self.room, self.inv = info, info["task"], info["location"], info["inventory"]
        self.looks[self.room] = obs.split("\n\nYour task")[0]
        for other, _ in DOOR.findall(obs): self.k.doors[self.room].add(other); self.k.doors[other].add(self.room)
        try:
            ranked = self.choose_case()
            queue = list(ranked[:2]); done = 0
            while queue and done < 4:
                case = queue.pop(0); done += 1; self.turn = done
                self.case = case; self.map = {}
                self.lift(case); self.results(case)
                try: self.play(case)
                except Replan as r:
                    if self.log: print("  REPLAN", r.case.goal[:80], file=self.log)
                    queue = [r.case] + [c for c in queue if c is not r.case]
                self.look()
        except StopIteration: pass
        return self.info
    def play(self, case):
        for kind, what, times in case.program:
            if kind == "do":
                if "broken" in what[1] and what[0].startswith("activate"):
                    o = self.act(self.subst(what[0]))
                    other = [c for c in self.cases if c is not case and any(form2(x[0]) == form2(what[0]) and "broken" not in x[1] for x in c.steps)]
                    if "now activated" in o and other and self.replans < 2:
                        self.replans += 1; self.map = {}
                        raise Replan(max(other, key=lambda c: difflib.SequenceMatcher(None, toks(c.goal), toks(self.goal)).ratio()))
                    continue
                if self.skip(what): continue
                self.do(what)
            else: self.loop(what, times)
        loops = [(w, t) for k, w, t in case.program if k == "loop" and not all(x[0].startswith("wait") for x in w)]
        if loops and case.program.index(("loop", *loops[-1])) >= len(case.program) - 8 and not self.failed:
            self.loop(*loops[-1], end=30)
    def skip(self, step):
        a = step[0]
        return FAIL.search(step[1]) is not None and not re.search("measures|moved|move the", step[1])
    def loop(self, block, times, end=None):
        """Repeat as the case did; if there something changed at last, until something changes here."""
        case = self.case; at = next(k for k, x in enumerate(case.steps) if x is block[0]); p = len(block)
        said = [mask(x[1]) for x in case.steps[at:at + p*times]]
        after = [mask(x[1]) for x in case.steps[at + p*times:at + p*times + p]]
        varies = any(said[k] != said[k % p] for k in range(len(said))) 
        first = None; n = 0
        most = end or (int(times*2.5)+4 if varies else times)
        while n < most:
            n += 1
            outs = [mask(self.do(s) or "") for s in block if not self.skip(s)]
            if first is None: first = outs
            elif varies and outs != first and (n >= times or any(o[:25] != f[:25] for o, f in zip(outs, first))): break
def superlatives(goal):
    """(superlative, what follows) in the order of the text, each once."""
    return list(dict.fromkeys(re.findall(r"\b(\w{4,}est|most|least) ([a-z]+ ?[a-z]*)", goal.lower())))
def form2(a): return a.strip()
def form(a):
    """An action with colours, numbers and particular names left out."""
    a = re.sub(r"\d+", "#", a)
    v = a.split(" ")[0]
    return v + "|" + " ".join(w for w in a.split() if w in ("@", "anode", "cathode", "terminal", "to", "on", "in", "into", "#"))
IGNORED = set('egg part component object thing living adult baby'.split()) | {'1', '2'} - {'1', '2'}
COMMON = set("egg adult baby hatchling juvenile seed tree plant in the on of box".split())
def core_words(ref):
    ref = re.sub(r"^substance in ", "", ref); ref = re.sub(r"^(?:anode|cathode|terminal \d) in ", "", ref)
    ref = re.sub(r" (?:in|on|containing)\b.*", "", ref)
    return {w for w in words(ref)} - {"egg", "adult", "baby", "stage"}
def closure(beats, w):
    seen = set(); q = [w]
    while q:
        x = q.pop()
        for y in beats.get(x, ()):
            if y not in seen: seen.add(y); q.append(y)
    return seen
def grams(text):
    w = re.findall(r"[\w'-]+", text.lower())
    return {" ".join(w[i:i+n]) for n in (2, 3) for i in range(len(w)-n+1)}
