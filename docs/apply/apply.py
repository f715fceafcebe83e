"""Applies a plan of tsplan, all of it or nothing: python3 apply.py < plan.json
The plan is what `tsplan rename ... --json --full-hashes` prints, or an answer of get_plan."""
import hashlib, itertools, json, pathlib, re, sys


def edited(data, edits):
    """The bytes of a file after its edits. Lines and characters count from 0, characters in UTF-16 units, after a byte order mark."""
    text = data.decode("utf-8")
    lengths = [len(line.encode("utf-16-le")) for line in re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)]
    starts = list(itertools.accumulate(lengths, initial=0))
    starts[0] = 2 if text.startswith("\ufeff") else 0
    units, after, done = text.encode("utf-16-le"), b"", 0  # two bytes for each unit
    for edit in edits:  # sorted, and without overlaps
        start, end = (starts[at["line"]] + 2 * at["character"] for at in (edit["range"]["start"], edit["range"]["end"]))
        after += units[done:start] + edit["newText"].encode("utf-16-le")
        done = end
    return (after + units[done:]).decode("utf-16-le").encode("utf-8")


plan = json.load(sys.stdin)
if "edits" not in plan or plan.get("leftOut") or plan.get("nextOffset"):
    sys.exit("this is no whole plan")
moves = [(pathlib.Path(move["from"]), pathlib.Path(move["to"])) for move in plan.get("fsMoves", [])]

# First everything is checked, and nothing written.
files = []
for file in plan["edits"]:
    path = pathlib.Path(file["filePath"])
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != file["sha256"]:
        sys.exit(f"{path} has changed since the plan was made")
    after = edited(data, file["textEdits"])
    if hashlib.sha256(after).hexdigest() != file["sha256After"]:
        sys.exit(f"the edits of {path} lead to other bytes than the plan says")
    files.append((path, path.with_name(path.name + ".tsplan"), after))
there = {}  # paths that moves have made or left
for old, new in moves:
    if not there.get(old, old.exists()):
        sys.exit(f"{old} is not there")
    if str(old).lower() != str(new).lower() and there.get(new, new.exists()):
        sys.exit(f"{new} is there already")
    there[old], there[new] = False, True

# All new content is on the disk before the first file is replaced.
written = []
try:
    for path, beside, after in files:
        with beside.open("xb") as out:
            written.append(beside)
            out.write(after)
        beside.chmod(path.stat().st_mode)
    for path, beside, _ in files:
        beside.replace(path)
finally:
    for beside in written:
        beside.unlink(missing_ok=True)
for old, new in moves:
    new.parent.mkdir(parents=True, exist_ok=True)
    old.rename(new)
