"""Curves over time as one picture (SVG): a panel for each, with a line where a fault was."""
import math

WIDTH, HEIGHT, LEFT, TOP = 900, 130, 70, 30
PANELS = [("resident, MiB", [1]), ("descriptors", [2]), ("answered after, ms: p50 and p99", [3, 4]), ("log, MiB", [5])]
COLOURS = ["#1f6feb", "#d1495b"]


def draw(path, samples, faults):
    end = max([sample[0] for sample in samples], default=1) or 1
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{TOP + len(PANELS) * (HEIGHT + 40)}" '
             'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>']
    for number, (name, columns) in enumerate(PANELS):
        top = TOP + number * (HEIGHT + 40)
        most = max((sample[column] for sample in samples for column in columns if not math.isnan(sample[column])),
                   default=1) * 1.1 or 1
        across = lambda time: LEFT + (WIDTH - LEFT - 20) * time / end
        parts.append(f'<text x="{LEFT}" y="{top - 8}" font-weight="bold">{name}</text>'
                     f'<text x="{LEFT - 6}" y="{top + 10}" text-anchor="end">{most:.4g}</text>'
                     f'<text x="{LEFT - 6}" y="{top + HEIGHT}" text-anchor="end">0</text>'
                     f'<rect x="{LEFT}" y="{top}" width="{WIDTH - LEFT - 20}" height="{HEIGHT}" fill="none" stroke="#ccc"/>')
        for time, kind in faults:
            parts.append(f'<line x1="{across(time):.1f}" x2="{across(time):.1f}" y1="{top}" y2="{top + HEIGHT}" '
                         f'stroke="#e8b04a" stroke-width="0.7"><title>{kind}</title></line>')
        for colour, column in zip(COLOURS, columns):
            points = " ".join(f"{across(sample[0]):.1f},{top + HEIGHT * (1 - sample[column] / most):.1f}"
                              for sample in samples if not math.isnan(sample[column]))
            parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.2"/>')
    parts.append(f'<text x="{LEFT}" y="{TOP + len(PANELS) * (HEIGHT + 40) - 16}" fill="#555">0 to {end / 60:.1f} minutes; '
                 'upright lines are faults</text></svg>')
    with open(path, "w") as file:
        file.write("\n".join(parts) + "\n")
