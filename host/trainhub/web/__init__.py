"""The table in the browser: one page over HTTP and one WebSocket a page. See docs/web.md.

    serve     starts everything, the one place where parts are chosen
    keeper    owns score file and hub, in a thread of its own
    room      the pages that look on, and what each of them still has to be told
    page      one page's WebSocket: greeting, code, requests
    state     what a page shows, as one value
"""
