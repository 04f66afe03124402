"""`galakit methods`."""

from __future__ import annotations

from galakit.cli.options import AsJson


def methods(as_json: AsJson = False) -> None:
    """The methods there are: what each needs, promises and costs."""
    from galakit.cli.output import print_json, show
    from galakit.solve.registry import methods as known

    if as_json:
        fields = ("name", "needs", "promises", "cost", "automatic")
        print_json([{f: getattr(m, f) for f in fields} | {"options": dict(m.options)} for m in known()])
        return
    for method in known():
        show(f"[bold]{method.name}[/bold]{'' if method.automatic else '  (only when named)'}")
        show(f"  needs     {method.needs}\n  promises  {method.promises}\n  costs     {method.cost}")
        for name, meaning in method.options.items():
            show(f"  --with {name}=…  {meaning}")
