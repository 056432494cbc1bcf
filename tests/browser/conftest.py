"""Widgets in a real browser without Jupyter: the Python object here, its own module and style in a page there.

What the module saves or sends goes through the widget's message handling as in Jupyter, so validation, observers and
messages are the real ones; what Python answers goes back to the page. No server and no kernel: half a second a test.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import comm
import pytest
from comm.base_comm import BaseComm
from playwright.sync_api import expect

HERE = Path(__file__).parent
ORIGIN = "http://widgets.test"
PATIENCE = 20_000  # milliseconds; a machine that runs other tests beside these can be slow
expect.set_options(timeout=PATIENCE)


class RecordingComm(BaseComm):
    """A comm that keeps what the widget publishes instead of sending it to a front end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.published: list[dict[str, Any]] = []
        super().__init__(*args, **kwargs)

    def publish_msg(self, msg_type: str, data: Any = None, **_rest: Any) -> None:
        if msg_type == "comm_msg" and data.get("method") in ("update", "custom"):
            self.published.append(data)

    def take(self) -> list[dict[str, Any]]:
        found, self.published = self.published, []
        return found


class Shown:
    """A widget and the page that shows it. `push()` after a change made by the test itself."""

    def __init__(self, page: Any, widget: Any, number: int) -> None:
        self.page, self.widget, self.key = page, widget, f"w{number}"
        widget.comm.take()
        page.expose_function(f"python_{self.key}", self._from_page)
        state = {name: value for name, value in widget.get_state().items() if not name.startswith("_")}
        page.evaluate(
            """async ([key, state, url, css]) => {
                const style = document.createElement('style');
                style.textContent = css;
                document.head.append(style);
                const { Model } = await import('/model.js');
                const { default: widget } = await import(url);
                window[key] = { model: new Model(state, (m) => window['python_' + key](m)), widget, ends: {} };
            }""",
            [self.key, state, f"/module/{self.key}.js", str(widget._css)],
        )

    def view(self, number: int = 1) -> Any:
        """Show (another) view; the answer is its place in the page."""
        self.page.evaluate(
            """async ([key, number]) => {
                const { show } = await import('/model.js');
                const { model, widget, ends } = window[key];
                ends[number] = await show(widget, model, document.getElementById('view-' + number));
            }""",
            [self.key, number],
        )
        return self.page.locator(f"#view-{number}")

    def close(self, number: int = 1) -> int:
        """Remove a view; the answer is the number of listeners left on the model."""
        return self.page.evaluate(f"(n) => {{ {self.key}.ends[n](); return {self.key}.model.listeners(); }}", number)

    def push(self) -> None:
        self.page.evaluate(f"(messages) => {self.key}.model.receive(messages)", self.widget.comm.take())

    def _from_page(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        self.widget._handle_msg({"content": {"data": {**message, "buffer_paths": []}}, "buffers": []})
        return json.loads(json.dumps(self.widget.comm.take()))


@pytest.fixture(autouse=True)
def no_kernel(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setattr(comm, "create_comm", lambda *args, **kwargs: RecordingComm(*args, **kwargs))


@pytest.fixture
def show(clean_page: Any) -> Callable[..., Any]:
    """`show(widget)` puts a widget on the page and answers with a `Shown`; `show(widget).view()` with where it
    stands.
    """
    page, shown = clean_page, []
    page.set_default_timeout(PATIENCE)

    def serve(route: Any) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        of_widget = re.fullmatch(r"/module/w(\d+)\.js", path)
        if of_widget:
            route.fulfill(body=str(shown[int(of_widget[1])]._esm), content_type="text/javascript")
        elif path == "/model.js":
            route.fulfill(body=(HERE / "model.js").read_bytes(), content_type="text/javascript")
        elif path == "/favicon.ico":
            route.fulfill(status=204)
        else:
            route.fulfill(body=(HERE / "host.html").read_bytes(), content_type="text/html")

    page.route(ORIGIN + "/**", serve)
    page.goto(ORIGIN + "/")

    def put(widget: Any) -> Shown:
        shown.append(widget)
        return Shown(page, widget, len(shown) - 1)

    return put
