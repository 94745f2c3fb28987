import {
  circle,
  GROUND,
  gradient,
  line,
  outdoors,
  path,
  polygon,
  rect,
  tree,
  type Brush,
} from '../canvas.ts';
import { between } from '../random.ts';

/** A plot marked with stakes and ribbon. */
export function plot(brush: Brush): string {
  const { accent, random, id } = brush;
  const corners = [
    [190, 560],
    [330, 486],
    [700, 480],
    [830, 566],
  ] as const;
  let out =
    `<defs>${gradient(id('soil'), '#d9c49a', '#bfa26c')}</defs>` + polygon(corners, `url(#${id('soil')})`);
  for (let i = 0; i < 40; i += 1)
    out += circle(
      between(random, 260, 760),
      between(random, 495, 556),
      between(random, 1.5, 4),
      '#9d8250',
      'opacity="0.5"',
    );
  const tops = corners.map(([x, y]) => [x, y - 66] as const);
  for (const [x, y] of corners)
    out += rect(x - 5, y - 70, 10, 74, '#8a5f36', 3) + rect(x - 7, y - 74, 14, 12, accent.base, 3);
  tops.forEach(([x, y], i) => {
    const [nx, ny] = tops[(i + 1) % tops.length] ?? [x, y];
    out += line(x, y + 12, nx, ny + 12, accent.base, 4);
  });
  out +=
    rect(456, 340, 8, 176, '#7c8794', 2) +
    rect(380, 300, 160, 86, '#fff', 10) +
    rect(380, 300, 160, 22, accent.base, 10);
  out += path('M420,368 L460,336 L500,368 Z', accent.dark) + rect(432, 366, 56, 8, accent.light, 2);
  return outdoors(brush, ['#a9cf8c', '#7fae68']) + tree(120, 150, 500) + tree(860, 170, 496) + out;
}

/** A field in rows with a far village. */
export function field(brush: Brush): string {
  const { random, id } = brush;
  let out = `<defs>${gradient(id('crop'), '#d7bd5a', '#b08f2f')}</defs>`;
  for (let i = 0; i < 17; i += 1) {
    const top = 470 + (i - 8) * 22;
    const bottom = 480 + (i - 8) * 130;
    out += polygon(
      [
        [480 + (i - 8) * 34, 470],
        [480 + (i - 7) * 34, 470],
        [bottom + 130, 640],
        [bottom, 640],
      ],
      i % 2 ? '#8fb45a' : '#6f9a45',
    );
    if (top < 0) break;
  }
  for (let i = 0; i < 46; i += 1) {
    const x = between(random, 20, 940);
    const y = between(random, 540, 630);
    out +=
      line(x, y, x + between(random, -4, 4), y - 34, `url(#${id('crop')})`, 3) +
      circle(x, y - 36, 5, '#e3c767');
  }
  const farm =
    rect(690, 432, 76, 40, '#f3e3cb', 2) +
    polygon(
      [
        [682, 434],
        [728, 402],
        [774, 434],
      ],
      '#b5533c',
    ) +
    rect(720, 448, 16, 24, '#7a4a2f');
  return (
    outdoors(brush, ['#9cc57d', '#7fae68']) +
    farm +
    tree(640, 70, 474) +
    tree(800, 84, 474) +
    tree(830, 60, 474) +
    out +
    tree(80, 150, GROUND - 20)
  );
}
