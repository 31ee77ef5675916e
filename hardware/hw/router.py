"""A small two-layer autorouter: A* on a grid, one net after another, pads as targets.

Pure Python and deterministic, so that the board is the same everywhere. KiCad's design rule
check, not this file, decides whether the result is right.
"""

from __future__ import annotations

import heapq
import math

from .tracks import Copper, Pad, Result, prune, split

LAYERS = (0, 1)  # front, back


class Unroutable(Exception):
    """A net found no way; carries its name."""


class Router:
    def __init__(self, width: float, height: float, step: float, rules: dict):
        self.step, self.rules = step, rules
        self.nx, self.ny = round(width / step) + 1, round(height / step) + 1
        self.size = (width, height)

    def blocked(self, copper: list[Copper], net: str, half: float) -> list[bytearray]:
        """Cells where a track of `net` with half width `half` may not run, by layer."""
        grids = [bytearray(self.nx * self.ny) for _ in LAYERS]
        edge = self.rules["edge_mm"] + half
        for layer in LAYERS:
            grid = grids[layer]
            for iy in range(self.ny):
                y = iy * self.step
                if y < edge or y > self.size[1] - edge:
                    grid[iy * self.nx:(iy + 1) * self.nx] = b"\1" * self.nx
                    continue
                border = math.ceil(edge / self.step)
                row = iy * self.nx
                grid[row:row + border] = b"\1" * border
                grid[row + self.nx - border:row + self.nx] = b"\1" * border
        for item in copper:
            if item.net != net:
                self._stamp(grids, item, item.radius + half + self.rules["clearance_mm"] + 0.02)
        return grids

    def _stamp(self, grids: list[bytearray], item: Copper, reach: float) -> None:
        step, nx = self.step, self.nx
        (ax, ay), (bx, by) = item.a, item.b
        dx, dy = bx - ax, by - ay
        length2 = dx * dx + dy * dy
        for iy in range(max(0, math.ceil((min(ay, by) - reach) / step)),
                        min(self.ny - 1, math.floor((max(ay, by) + reach) / step)) + 1):
            y = iy * step
            for ix in range(max(0, math.ceil((min(ax, bx) - reach) / step)),
                            min(nx - 1, math.floor((max(ax, bx) + reach) / step)) + 1):
                x = ix * step
                t = 0.0
                if length2:
                    t = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length2))
                if (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2 < reach * reach:
                    for layer in item.layers:
                        grids[layer][iy * nx + ix] = 1

    def cell(self, point: tuple[float, float]) -> int:
        return round(point[1] / self.step) * self.nx + round(point[0] / self.step)

    def point(self, cell: int) -> tuple[float, float]:
        return (cell % self.nx) * self.step, (cell // self.nx) * self.step

    def path(self, starts: set[tuple[int, int]], goals: set[tuple[int, int]],
             free: list[bytearray], via_free: list[bytearray]) -> list[tuple[int, int]] | None:
        """Cheapest way from any start to any goal; nodes are (layer, cell)."""
        nx = self.nx
        goal_cells = [(c % nx, c // nx) for _, c in goals]
        gx0, gx1 = min(x for x, _ in goal_cells), max(x for x, _ in goal_cells)
        gy0, gy1 = min(y for _, y in goal_cells), max(y for _, y in goal_cells)

        def far(cell: int) -> float:
            x, y = cell % nx, cell // nx
            dx, dy = max(gx0 - x, 0, x - gx1), max(gy0 - y, 0, y - gy1)
            return max(dx, dy) + 0.414 * min(dx, dy)

        moves = [(1, 1.0, 0), (-1, 1.0, 0), (nx, 1.0, 1), (-nx, 1.0, 1), (nx + 1, 1.414, 2),
                 (nx - 1, 1.414, 2), (-nx + 1, 1.414, 2), (-nx - 1, 1.414, 2)]
        best = dict.fromkeys(starts, 0.0)
        came: dict[tuple[int, int], tuple[int, int]] = {}
        queue = [(far(c), layer, c) for layer, c in sorted(starts)]
        heapq.heapify(queue)
        done = set()
        while queue:
            _, layer, cell = heapq.heappop(queue)
            node = (layer, cell)
            if node in done:
                continue
            done.add(node)
            if node in goals:
                way = [node]
                while node in came:
                    node = came[node]
                    way.append(node)
                return way[::-1]
            cost = best[node]
            for delta, price, kind in moves:
                nxt = cell + delta
                if free[layer][nxt] and (layer, nxt) not in goals:
                    continue
                # Front likes to run up and down, back across: fewer crossings.
                if kind == (0 if layer == 0 else 1):
                    price *= 1.4
                new = cost + price
                if new < best.get((layer, nxt), 1e9):
                    best[(layer, nxt)] = new
                    came[(layer, nxt)] = node
                    heapq.heappush(queue, (new + far(nxt), layer, nxt))
            other = (1 - layer, cell)
            if not via_free[0][cell] and not via_free[1][cell]:
                new = cost + 12.0
                if new < best.get(other, 1e9):
                    best[other] = new
                    came[other] = node
                    heapq.heappush(queue, (new + far(cell), 1 - layer, cell))
        return None

    def route(self, nets: list[str], pads: list[Pad], copper: list[Copper]) -> Result:
        """All nets in this order; raises Unroutable."""
        result, laid = Result(), list(copper)
        for net in nets:
            wide = net in self.rules["power_nets"]
            half = self.rules["power_track_mm" if wide else "track_mm"] / 2
            free = self.blocked(laid, net, half)
            via_free = self.blocked(laid, net, self.rules["via_mm"] / 2)
            # No hole in a surface pad of the net itself either: it would drink the solder.
            for item in copper:
                if item.net == net and len(item.layers) == 1:
                    self._stamp(via_free, item, item.radius + self.rules["via_mm"] / 2 + 0.1)
            mine = [p for p in pads if p.net == net]
            tree = {(layer, self.cell(mine[0].at)) for layer in mine[0].layers}
            exact = {self.cell(p.at): p.at for p in mine}
            left = mine[1:]
            while left:
                goals = {(layer, self.cell(p.at)): p for p in left for layer in p.layers}
                way = self.path(tree, set(goals), free, via_free)
                if way is None:
                    raise Unroutable(net)
                left.remove(goals[way[-1]])
                tree |= set(way) | {(la, way[-1][1]) for la in goals[way[-1]].layers}
                self._lay(net, way, exact, half, result, laid)
        split(result)
        prune(result, pads)
        return result

    def _lay(self, net: str, way: list[tuple[int, int]], exact: dict, half: float,
             result: Result, laid: list[Copper]) -> None:
        """Turn a way of cells into straight tracks and vias."""
        run = [way[0]]
        for before, node in zip(way, way[1:], strict=False):
            if node[0] != before[0]:
                self._straight(net, run, exact, half, result, laid)
                at = self.point(node[1])
                if node[1] not in exact:
                    result.vias.append((net, at))
                    laid.append(Copper(at, at, self.rules["via_mm"] / 2, LAYERS, net))
                run = [node]
            else:
                run.append(node)
        self._straight(net, run, exact, half, result, laid)

    def _straight(self, net: str, run: list[tuple[int, int]], exact: dict, half: float,
                  result: Result, laid: list[Copper]) -> None:
        corners = [run[0]]
        for a, b, c in zip(run, run[1:], run[2:], strict=False):
            if b[1] - a[1] != c[1] - b[1]:
                corners.append(b)
        corners.append(run[-1])
        # A pad off the grid gets a last short piece to its own middle.
        points = [self.point(c) for _, c in corners]
        if run[0][1] in exact and exact[run[0][1]] != points[0]:
            points.insert(0, exact[run[0][1]])
        if run[-1][1] in exact and exact[run[-1][1]] != points[-1]:
            points.append(exact[run[-1][1]])
        for a, b in zip(points, points[1:], strict=False):
            known = {(net, run[0][0], a, b, 2 * half), (net, run[0][0], b, a, 2 * half)}
            if a != b and not known & set(result.tracks):
                result.tracks.append((net, run[0][0], a, b, 2 * half))
                laid.append(Copper(a, b, half, (run[0][0],), net))


def route_all(router: Router, nets: list[str], pads: list[Pad], copper: list[Copper],
              tries: int = 40) -> Result:
    """Route, and when a net is stuck start again with it first."""
    order = list(nets)
    for _ in range(tries):
        try:
            return router.route(order, pads, copper)
        except Unroutable as stuck:
            net = str(stuck)
            order.remove(net)
            order.insert(0, net)
    raise Unroutable(order[0])
