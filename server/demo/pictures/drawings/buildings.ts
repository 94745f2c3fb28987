import { circle, GROUND, gradient, polygon, rect, shadow, tree, outdoors, type Brush } from '../canvas.ts';
import { between, whole } from '../random.ts';

const LAWN = ['#a9cf8c', '#7fae68'] as const;
const PAVING = ['#c9ced6', '#a5acb8'] as const;

const glass = (x: number, y: number, w: number, h: number, lit: boolean): string =>
  rect(x, y, w, h, lit ? '#ffe9a8' : '#8fc1e8', 3) + rect(x, y, w, h * 0.45, '#fff', 3, 'opacity="0.25"');

/** A block of flats with balconies. */
export function flats(brush: Brush): string {
  const { random, tone, accent, id } = brush;
  const floors = whole(random, 6, 9);
  const columns = whole(random, 5, 7);
  const w = columns * 74 + 40;
  const h = floors * 44 + 36;
  const x = 480 - w / 2;
  const y = GROUND - h;
  let out = `<defs>${gradient(id('wall'), tone.light, tone.base)}</defs>`;
  out +=
    shadow(480, w * 1.15) +
    rect(x, y, w, h, `url(#${id('wall')})`, 6) +
    rect(x + w - 26, y, 26, h, tone.dark, 0, 'opacity="0.35"');
  out += rect(x - 10, y - 14, w + 20, 18, accent.dark, 4);
  for (let f = 0; f < floors; f += 1)
    for (let c = 0; c < columns; c += 1) {
      const wx = x + 26 + c * 74;
      const wy = y + 22 + f * 44;
      if (f === floors - 1 && c === Math.floor(columns / 2)) continue;
      out += glass(wx, wy, 40, 26, random() > 0.7);
      if ((c + f) % 2 === 0)
        out += rect(wx - 6, wy + 20, 52, 10, accent.base, 2) + rect(wx - 6, wy + 18, 52, 3, accent.light);
    }
  const door = x + 26 + Math.floor(columns / 2) * 74;
  out +=
    rect(door - 4, GROUND - 48, 48, 48, accent.dark, 4) +
    rect(door + 2, GROUND - 42, 17, 42, '#a8cfea') +
    rect(door + 22, GROUND - 42, 17, 42, '#a8cfea');
  return outdoors(brush, PAVING) + tree(x - 70, 150) + out + tree(x + w + 70, 130) + tree(x + w + 140, 100);
}

/** A one- or two-storey house with a pitched roof and a fence. */
export function house(brush: Brush): string {
  const { random, tone, accent, id } = brush;
  const storeys = whole(random, 1, 2);
  const w = between(random, 400, 470);
  const h = storeys * 120 + 20;
  const x = 480 - w / 2;
  const y = GROUND - h;
  let out = `<defs>${gradient(id('wall'), '#fdf6e9', tone.light)}</defs>` + shadow(480, w * 1.2);
  out +=
    rect(x, y, w, h, `url(#${id('wall')})`, 4) +
    rect(x, GROUND - 26, w, 26, accent.dark, 2, 'opacity="0.55"');
  out +=
    polygon(
      [
        [x - 34, y + 6],
        [480, y - 118],
        [x + w + 34, y + 6],
      ],
      accent.base,
    ) +
    polygon(
      [
        [480, y - 118],
        [x + w + 34, y + 6],
        [480, y + 6],
      ],
      accent.dark,
      'opacity="0.5"',
    );
  out += rect(x + w * 0.72, y - 104, 34, 70, accent.dark, 3);
  for (let s = 0; s < storeys; s += 1)
    for (const at of [0.12, 0.42, 0.74]) {
      if (s === storeys - 1 && at === 0.42) continue;
      const wx = x + w * at;
      const wy = y + 34 + s * 120;
      out +=
        rect(wx - 6, wy - 6, 84, 66, '#fff', 4) +
        glass(wx, wy, 72, 54, random() > 0.6) +
        rect(wx + 34, wy, 4, 54, '#fff') +
        rect(wx - 10, wy + 58, 92, 8, accent.base, 2);
    }
  out += circle(480, y - 46, 20, '#fff') + circle(480, y - 46, 15, '#8fc1e8');
  out +=
    rect(x + w * 0.42, GROUND - 92, 66, 92, tone.dark, 4) +
    circle(x + w * 0.42 + 54, GROUND - 46, 4, '#ffd978');
  const fence =
    Array.from({ length: 12 }, (_, i) => rect(20 + i * 18, GROUND - 44, 10, 52, '#fff', 3)).join('') +
    rect(14, GROUND - 34, 214, 6, '#e3e8ef') +
    rect(14, GROUND - 14, 214, 6, '#e3e8ef');
  return outdoors(brush, LAWN) + tree(110, 190) + out + fence + tree(850, 210);
}

/** A shop front with an awning. */
export function store(brush: Brush): string {
  const { tone, accent, id } = brush;
  const w = 560;
  const x = 480 - w / 2;
  const y = GROUND - 250;
  let out = `<defs>${gradient(id('wall'), tone.light, tone.base)}</defs>` + shadow(480, w * 1.15);
  out +=
    rect(x, y, w, 250, `url(#${id('wall')})`, 6) +
    rect(x - 12, y - 16, w + 24, 22, tone.dark, 4) +
    rect(x + 150, y + 16, 260, 42, '#fff', 8, 'opacity="0.92"');
  out += rect(x + 176, y + 31, 150, 12, accent.base, 6) + rect(x + 336, y + 31, 48, 12, accent.light, 6);
  const stripes = 14;
  for (let i = 0; i < stripes; i += 1) {
    const sx = x + (w / stripes) * i;
    const fill = i % 2 ? '#fff' : accent.base;
    out +=
      polygon(
        [
          [sx, y + 74],
          [sx + w / stripes, y + 74],
          [sx + w / stripes + 6, y + 116],
          [sx + 6 - 12, y + 116],
        ],
        fill,
      ) + circle(sx + w / stripes / 2, y + 116, w / stripes / 2, fill);
  }
  out +=
    rect(x + 30, y + 140, 190, 84, '#a8d3ee', 4) +
    rect(x + 340, y + 140, 190, 84, '#a8d3ee', 4) +
    rect(x + 30, y + 140, 190, 30, '#fff', 4, 'opacity="0.3"') +
    rect(x + 340, y + 140, 190, 30, '#fff', 4, 'opacity="0.3"');
  for (const [i, at] of [50, 92, 134, 176, 360, 402, 444, 486].entries())
    out += rect(
      x + at,
      y + 186 - (i % 3) * 8,
      26,
      38 + (i % 3) * 8,
      i % 2 ? accent.light : tone.dark,
      4,
      'opacity="0.8"',
    );
  out +=
    rect(x + 244, y + 140, 72, 110, tone.dark, 4) +
    rect(x + 252, y + 148, 56, 70, '#bfe0f4', 3) +
    circle(x + 306, y + 200, 4, '#ffd978');
  return outdoors(brush, PAVING) + tree(90, 150) + out + tree(880, 170);
}

/** A long hall with gates. */
export function warehouse(brush: Brush): string {
  const { tone, accent, id } = brush;
  const x = 130;
  const w = 700;
  const y = GROUND - 190;
  let out = `<defs>${gradient(id('wall'), '#eef1f5', '#cfd6df')}</defs>` + shadow(480, w * 1.1);
  out +=
    rect(x, y, w, 190, `url(#${id('wall')})`, 3) +
    polygon(
      [
        [x - 20, y],
        [480, y - 92],
        [x + w + 20, y],
      ],
      tone.base,
    ) +
    polygon(
      [
        [480, y - 92],
        [x + w + 20, y],
        [480, y],
      ],
      tone.dark,
      'opacity="0.45"',
    );
  for (let i = 0; i < 35; i += 1) out += rect(x + i * 20, y, 2, 190, '#b7c0cb', 0, 'opacity="0.6"');
  for (const gx of [180, 400, 620]) {
    out += rect(gx, GROUND - 130, 150, 130, accent.dark, 4);
    for (let r = 0; r < 6; r += 1) out += rect(gx + 6, GROUND - 124 + r * 20, 138, 14, accent.base, 2);
  }
  out += rect(420, y - 52, 120, 30, '#fff', 4, 'opacity="0.85"') + rect(436, y - 42, 88, 10, tone.dark, 5);
  for (const [i, bx] of [70, 118, 862].entries())
    out +=
      rect(bx, GROUND - 46 - i * 2, 46, 46 + i * 2, '#c99b62', 3) + rect(bx, GROUND - 28, 46, 6, '#a87c45');
  return outdoors(brush, PAVING) + out;
}
