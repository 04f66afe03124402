"""The schema of everything the interface says, for `npm run types`."""

import json

import msgspec

from galakit.jobs import messages
from galakit.study import answers

kinds = {
    kind.__name__: kind
    for module in (answers, messages)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in (msgspec.Struct, answers.Answer)
}
_, definitions = msgspec.json.schema_components(kinds.values(), ref_template="#/definitions/{name}")
for definition in definitions.values():
    # What we send is always there; what is sent to us may be left out where it has a default.
    if issubclass(kinds[definition["title"]], answers.Answer):
        definition["required"] = list(definition["properties"])
print(json.dumps({"title": "Everything", "type": "object", "definitions": definitions}))
