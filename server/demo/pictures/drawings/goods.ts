import {
  circle,
  ellipse,
  gradient,
  line,
  path,
  polygon,
  rect,
  shadow,
  studio,
  type Brush,
} from '../canvas.ts';
import { between, pick } from '../random.ts';

const FLOOR = 520;

/** Bricks, bags and planks. */
export function materials(brush: Brush): string {
  const { random, accent } = brush;
  let out = studio(brush) + shadow(330, 480, FLOOR) + rect(110, 500, 430, 20, '#a87c45', 3);
  for (let row = 0; row < 8; row += 1)
    for (let i = 0; i < 6; i += 1) {
      const x = 120 + i * 68 + (row % 2) * 12;
      const y = 464 - row * 36;
      out +=
        rect(x, y, 62, 32, pick(random, ['#c8643f', '#b9552f', '#d27851']), 4) +
        rect(x + 8, y + 12, 46, 8, '#8f3f22', 4, 'opacity="0.5"');
    }
  out += shadow(720, 300, FLOOR);
  for (const [i, y] of [452, 388, 324].entries())
    out +=
      rect(590 + i * 14, y, 240 - i * 20, 68, '#e9e1d2', 24) +
      rect(640 + i * 14, y + 18, 130 - i * 12, 30, accent.base, 6, 'opacity="0.85"');
  for (let i = 0; i < 5; i += 1)
    out += rect(
      560 + i * 3,
      250 + i * 15,
      340,
      12,
      i % 2 ? '#c99b62' : '#ddb57f',
      2,
      'transform="rotate(-9 730 290)"',
    );
  return out;
}

/** Rolls of cloth and clothes on a rail. */
export function textiles(brush: Brush): string {
  const { tone, accent } = brush;
  const colours = [tone.base, accent.base, tone.light, accent.light, tone.dark, accent.dark];
  const shirt = (x: number, fill: string): string =>
    path(
      `M${x},196 L${x - 46},222 L${x - 66},270 L${x - 40},282 L${x - 36},400 L${x + 36},400 L${x + 40},282 L${x + 66},270 L${x + 46},222 Z`,
      fill,
    ) +
    path(`M${x - 14},198 L${x},222 L${x + 14},198 Z`, '#fff', 'opacity="0.5"') +
    path(`M${x},196 C${x - 2},176 ${x + 14},176 ${x + 8},164`, 'none', 'stroke="#6b7684" stroke-width="5"');
  return (
    studio(brush) +
    shadow(480, 760, FLOOR) +
    line(150, 160, 810, 160, '#6b7684', 10) +
    line(170, 160, 170, 516, '#6b7684', 10) +
    line(790, 160, 790, 516, '#6b7684', 10) +
    [260, 370, 480, 590, 700].map((x, i) => shirt(x, colours[i] ?? tone.base)).join('') +
    [0, 1, 2, 3, 4]
      .map(
        (i) =>
          rect(200 + i * 112, 440, 104, 76, colours[(i + 2) % 6] ?? tone.base, 14) +
          ellipse(252 + i * 112, 478, 30, 30, '#fff', 'opacity="0.3"') +
          circle(252 + i * 112, 478, 14, '#e9e1d2'),
      )
      .join('')
  );
}

/** Crates of fruit and sacks. */
export function food(brush: Brush): string {
  const { random } = brush;
  const crate = (x: number, y: number, fruit: string): string => {
    let out = '';
    for (let i = 0; i < 12; i += 1)
      out +=
        circle(x + 26 + (i % 6) * 37, y - 6 - Math.floor(i / 6) * 22 + between(random, -4, 4), 21, fruit) +
        circle(x + 20 + (i % 6) * 37, y - 14 - Math.floor(i / 6) * 22, 5, '#fff', 'opacity="0.5"');
    return (
      out +
      rect(x, y, 240, 92, '#d2a566', 6) +
      [14, 46].map((dy) => rect(x, y + dy, 240, 6, '#a87c45')).join('') +
      rect(x + 10, y, 14, 92, '#b98a4d') +
      rect(x + 216, y, 14, 92, '#b98a4d')
    );
  };
  return (
    studio(brush) +
    shadow(480, 800, FLOOR) +
    crate(230, 300, '#e2574c') +
    crate(100, 428, '#f0a93c') +
    crate(360, 428, '#8fbf4d') +
    path('M640,520 C620,450 640,380 680,340 L800,340 C840,380 860,450 840,520 Z', '#dcc9a2') +
    path('M676,342 C700,326 780,326 804,342 L780,300 C760,310 720,310 700,300 Z', '#c5ad7e') +
    ellipse(740, 318, 44, 14, '#f0dfae') +
    rect(690, 410, 100, 50, '#b5533c', 8, 'opacity="0.8"')
  );
}

/** Rings and a necklace on velvet. */
export function jewellery(brush: Brush): string {
  const { tone, id } = brush;
  const ring = (x: number, y: number, r: number, stone: string): string =>
    circle(x, y, r, 'none', `stroke="url(#${id('gold')})" stroke-width="${r * 0.2}"`) +
    polygon(
      [
        [x - 30, y - r - 14],
        [x - 16, y - r - 36],
        [x + 16, y - r - 36],
        [x + 30, y - r - 14],
        [x, y - r + 18],
      ],
      stone,
    ) +
    polygon(
      [
        [x - 30, y - r - 14],
        [x - 16, y - r - 36],
        [x, y - r - 14],
      ],
      '#fff',
      'opacity="0.5"',
    ) +
    polygon(
      [
        [x, y - r - 14],
        [x + 16, y - r - 36],
        [x + 30, y - r - 14],
        [x, y - r + 18],
      ],
      '#fff',
      'opacity="0.22"',
    );
  const beads = Array.from({ length: 19 }, (_, i) => {
    const turn = Math.PI * (0.08 + (0.84 * i) / 18);
    return circle(
      480 - Math.cos(turn) * 250,
      150 + Math.sin(turn) * 150,
      i === 9 ? 22 : 13,
      i === 9 ? tone.light : `url(#${id('gold')})`,
    );
  }).join('');
  return (
    studio(brush) +
    `<defs>${gradient(id('gold'), '#ffe9a3', '#c8922a')}${gradient(id('velvet'), tone.base, tone.dark)}</defs>` +
    shadow(480, 780, FLOOR) +
    path('M120,520 L190,250 C200,220 760,220 770,250 L840,520 Z', `url(#${id('velvet')})`) +
    beads +
    ring(330, 420, 62, '#7fd0f2') +
    ring(500, 440, 54, '#f28fa8') +
    ring(650, 424, 58, '#a6e3b8')
  );
}

/** A vase and a framed picture. */
export function antiques(brush: Brush): string {
  const { tone, accent, id } = brush;
  return (
    studio(brush) +
    `<defs>${gradient(id('vase'), '#e8f1fb', tone.light, false)}${gradient(id('frame'), '#e9c878', '#a67a23')}</defs>` +
    rect(120, 120, 330, 260, `url(#${id('frame')})`, 6) +
    rect(146, 146, 278, 208, '#bfe0f4') +
    path('M146,354 L146,290 L220,230 L280,280 L340,210 L424,300 L424,354 Z', accent.base) +
    path('M146,354 L146,320 L240,290 L330,330 L424,310 L424,354 Z', accent.dark) +
    circle(370, 190, 20, '#fff6d6') +
    shadow(670, 230, FLOOR) +
    path(
      'M628,150 L712,150 L706,178 C704,206 790,260 790,360 C790,440 740,500 724,518 L616,518 C600,500 550,440 550,360 C550,260 636,206 634,178 Z',
      `url(#${id('vase')})`,
    ) +
    path('M556,330 C600,300 740,300 784,330 L788,378 C740,346 600,346 552,378 Z', tone.base) +
    [600, 650, 700, 744].map((x) => circle(x, 342, 9, '#fff')).join('') +
    path('M566,424 C610,446 730,446 774,424', 'none', `stroke="${tone.base}" stroke-width="10"`) +
    rect(620, 140, 100, 14, tone.dark, 7) +
    polygon(
      [
        [590, 300],
        [612, 230],
        [624, 230],
        [604, 300],
      ],
      '#fff',
      'opacity="0.4"',
    )
  );
}

/** A chart with a certificate: shares of a business. */
export function shares(brush: Brush): string {
  const { tone, accent } = brush;
  const bars = [120, 170, 150, 220, 260]
    .map((h, i) => rect(150 + i * 66, 460 - h, 44, h, i % 2 ? tone.base : tone.light, 6))
    .join('');
  return (
    studio(brush) +
    shadow(480, 780, FLOOR) +
    rect(110, 130, 420, 370, '#fff', 18, 'stroke="#d5dce5" stroke-width="3"') +
    bars +
    path(
      'M160,330 L226,290 L290,300 L360,230 L440,180',
      'none',
      `stroke="${accent.base}" stroke-width="9" stroke-linecap="round" stroke-linejoin="round"`,
    ) +
    circle(440, 180, 12, accent.base) +
    circle(700, 300, 130, tone.light) +
    path('M700,300 L700,170 A130,130 0 0 1 812,366 Z', tone.base) +
    path('M700,300 L812,366 A130,130 0 0 1 620,402 Z', accent.base) +
    circle(700, 300, 54, '#f6f8fb') +
    rect(590, 460, 220, 14, '#c3ccd7', 7)
  );
}

/** A document with a seal: rights. */
export function rights(brush: Brush): string {
  const { tone, accent } = brush;
  return (
    studio(brush) +
    shadow(480, 560, FLOOR) +
    rect(270, 90, 420, 430, '#fff', 12, 'stroke="#d5dce5" stroke-width="3"') +
    rect(292, 112, 376, 386, 'none', 8, `stroke="${accent.light}" stroke-width="4"`) +
    rect(360, 150, 240, 20, tone.base, 10) +
    [206, 236, 266, 296, 326].map((y, i) => rect(330, y, 300 - (i % 3) * 40, 10, '#cfd6df', 5)).join('') +
    circle(570, 430, 52, tone.base) +
    circle(570, 430, 40, tone.light) +
    polygon(
      [
        [570, 404],
        [578, 424],
        [598, 424],
        [582, 437],
        [588, 457],
        [570, 445],
        [552, 457],
        [558, 437],
        [542, 424],
        [562, 424],
      ],
      '#fff',
    ) +
    polygon(
      [
        [546, 470],
        [536, 530],
        [560, 512],
        [568, 478],
      ],
      tone.dark,
    ) +
    polygon(
      [
        [594, 470],
        [604, 530],
        [580, 512],
        [572, 478],
      ],
      tone.dark,
    ) +
    path(
      'M330,430 C350,400 370,450 390,420 C404,400 420,440 450,414',
      'none',
      'stroke="#2c4a86" stroke-width="5" stroke-linecap="round"',
    )
  );
}
