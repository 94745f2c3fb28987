import {
  circle,
  ellipse,
  GROUND,
  gradient,
  outdoors,
  path,
  polygon,
  rect,
  shadow,
  wheel,
  type Brush,
} from '../canvas.ts';

const ROAD = ['#9aa3ae', '#747d89'] as const;
const stripes = (): string =>
  [60, 300, 540, 780].map((x) => rect(x, 580, 130, 10, '#f2f4f7', 5, 'opacity="0.8"')).join('');

/** A saloon seen from the side. */
export function car(brush: Brush): string {
  const { tone, id } = brush;
  const body = `M196,${GROUND - 34} C190,${GROUND - 92} 214,${GROUND - 112} 268,${GROUND - 120} L338,${GROUND - 128} C388,${GROUND - 190} 420,${GROUND - 204} 500,${GROUND - 204} C580,${GROUND - 204} 622,${GROUND - 186} 668,${GROUND - 130} L728,${GROUND - 120} C764,${GROUND - 112} 772,${GROUND - 84} 768,${GROUND - 34} Z`;
  return (
    outdoors(brush, ROAD) +
    stripes() +
    `<defs>${gradient(id('body'), tone.light, tone.base)}</defs>` +
    shadow(482, 640) +
    path(body, `url(#${id('body')})`) +
    path(
      `M196,${GROUND - 60} L768,${GROUND - 60} L768,${GROUND - 34} L196,${GROUND - 34} Z`,
      tone.dark,
      'opacity="0.55"',
    ) +
    path(
      `M362,${GROUND - 130} C398,${GROUND - 176} 424,${GROUND - 188} 484,${GROUND - 188} L488,${GROUND - 130} Z`,
      '#bfe0f4',
    ) +
    path(
      `M504,${GROUND - 188} C572,${GROUND - 188} 604,${GROUND - 172} 640,${GROUND - 130} L506,${GROUND - 130} Z`,
      '#9fcbe8',
    ) +
    path(
      `M380,${GROUND - 134} L420,${GROUND - 180} L440,${GROUND - 184} L404,${GROUND - 134} Z`,
      '#fff',
      'opacity="0.4"',
    ) +
    rect(470, GROUND - 112, 40, 8, tone.dark, 4) +
    rect(600, GROUND - 112, 40, 8, tone.dark, 4) +
    path(`M496,${GROUND - 128} L494,${GROUND - 50}`, 'none', `stroke="${tone.dark}" stroke-width="3"`) +
    ellipse(214, GROUND - 88, 16, 12, '#fff3c4') +
    ellipse(758, GROUND - 92, 12, 14, '#e2504b') +
    circle(300, GROUND - 34, 66, '#2a313b', 'opacity="0.85"') +
    circle(664, GROUND - 34, 66, '#2a313b', 'opacity="0.85"') +
    wheel(300, GROUND - 32, 56) +
    wheel(664, GROUND - 32, 56)
  );
}

/** A lorry with a box. */
export function truck(brush: Brush): string {
  const { tone, accent, id } = brush;
  return (
    outdoors(brush, ROAD) +
    stripes() +
    `<defs>${gradient(id('box'), '#ffffff', '#d5dce5')}${gradient(id('cab'), tone.light, tone.base)}</defs>` +
    shadow(480, 760) +
    rect(120, GROUND - 64, 720, 22, '#3a434f', 4) +
    rect(120, GROUND - 290, 490, 230, `url(#${id('box')})`, 8) +
    rect(120, GROUND - 170, 490, 44, accent.base) +
    rect(120, GROUND - 124, 490, 12, accent.light) +
    [200, 280, 360, 440, 520]
      .map((x) => rect(x, GROUND - 290, 3, 230, '#b4bdc9', 0, 'opacity="0.6"'))
      .join('') +
    path(
      `M628,${GROUND - 60} L628,${GROUND - 236} L740,${GROUND - 236} C768,${GROUND - 232} 786,${GROUND - 170} 806,${GROUND - 140} C836,${GROUND - 132} 844,${GROUND - 118} 844,${GROUND - 60} Z`,
      `url(#${id('cab')})`,
    ) +
    path(
      `M690,${GROUND - 214} L744,${GROUND - 214} C762,${GROUND - 206} 774,${GROUND - 170} 786,${GROUND - 142} L690,${GROUND - 142} Z`,
      '#bfe0f4',
    ) +
    rect(640, GROUND - 214, 38, 72, '#9fcbe8', 4) +
    rect(650, GROUND - 124, 30, 8, tone.dark, 4) +
    rect(820, GROUND - 108, 22, 22, '#fff3c4', 6) +
    rect(800, GROUND - 76, 52, 18, '#4a5563', 5) +
    wheel(220, GROUND - 34, 48) +
    wheel(330, GROUND - 34, 48) +
    wheel(740, GROUND - 34, 48)
  );
}

/** A bus with a row of windows. */
export function bus(brush: Brush): string {
  const { tone, accent, id } = brush;
  const windows = Array.from(
    { length: 6 },
    (_, i) =>
      rect(176 + i * 92, GROUND - 210, 78, 74, i % 2 ? '#a9d3ee' : '#c2e1f5', 8) +
      polygon(
        [
          [186 + i * 92, GROUND - 140],
          [210 + i * 92, GROUND - 206],
          [226 + i * 92, GROUND - 206],
          [202 + i * 92, GROUND - 140],
        ],
        '#fff',
        'opacity="0.35"',
      ),
  ).join('');
  return (
    outdoors(brush, ROAD) +
    stripes() +
    `<defs>${gradient(id('body'), '#ffffff', '#dfe5ec')}</defs>` +
    shadow(480, 760) +
    rect(130, GROUND - 246, 700, 214, `url(#${id('body')})`, 26) +
    rect(130, GROUND - 120, 700, 52, tone.base) +
    rect(130, GROUND - 66, 700, 12, accent.base) +
    windows +
    rect(736, GROUND - 214, 82, 112, '#bfe0f4', 12) +
    rect(150, GROUND - 260, 250, 18, '#c7cfd9', 8) +
    rect(806, GROUND - 92, 22, 18, '#fff3c4', 6) +
    rect(132, GROUND - 94, 14, 24, '#e2504b', 4) +
    wheel(266, GROUND - 34, 46) +
    wheel(672, GROUND - 34, 46)
  );
}

/** A motorcycle. */
export function motorcycle(brush: Brush): string {
  const { tone, accent } = brush;
  const tyre = (x: number): string =>
    circle(x, GROUND - 80, 84, '#20262f') +
    circle(x, GROUND - 80, 62, '#cfd6df') +
    circle(x, GROUND - 80, 54, '#eef2f6') +
    circle(x, GROUND - 80, 14, '#525d6b') +
    [0, 45, 90, 135]
      .map(
        (t) =>
          `<rect x="${x - 2}" y="${GROUND - 134}" width="4" height="108" fill="#9aa5b2" transform="rotate(${t} ${x} ${GROUND - 80})"/>`,
      )
      .join('');
  return (
    outdoors(brush, ROAD) +
    stripes() +
    shadow(480, 560) +
    tyre(290) +
    tyre(690) +
    path(
      `M290,${GROUND - 80} L420,${GROUND - 210} L590,${GROUND - 190} L480,${GROUND - 90} Z`,
      'none',
      `stroke="${accent.dark}" stroke-width="16" stroke-linejoin="round"`,
    ) +
    path(
      `M690,${GROUND - 80} L612,${GROUND - 268}`,
      'none',
      'stroke="#6b7684" stroke-width="14" stroke-linecap="round"',
    ) +
    rect(410, GROUND - 170, 120, 92, '#5b6674', 18) +
    rect(424, GROUND - 156, 92, 12, '#a9b3bf', 6) +
    rect(424, GROUND - 136, 92, 12, '#a9b3bf', 6) +
    rect(424, GROUND - 116, 92, 12, '#a9b3bf', 6) +
    path(
      `M430,${GROUND - 210} C450,${GROUND - 262} 560,${GROUND - 262} 604,${GROUND - 214} L560,${GROUND - 176} L440,${GROUND - 184} Z`,
      tone.base,
    ) +
    path(
      `M446,${GROUND - 220} C470,${GROUND - 250} 540,${GROUND - 252} 580,${GROUND - 222}`,
      'none',
      `stroke="${tone.light}" stroke-width="8" stroke-linecap="round"`,
    ) +
    path(
      `M250,${GROUND - 206} C300,${GROUND - 238} 400,${GROUND - 216} 440,${GROUND - 196} L420,${GROUND - 176} C370,${GROUND - 190} 310,${GROUND - 190} 262,${GROUND - 186} Z`,
      '#2a313b',
    ) +
    path(
      `M604,${GROUND - 270} L560,${GROUND - 292}`,
      'none',
      'stroke="#2a313b" stroke-width="12" stroke-linecap="round"',
    ) +
    circle(628, GROUND - 240, 26, '#fff3c4', `stroke="${tone.dark}" stroke-width="8"`) +
    path(
      `M250,${GROUND - 78} L470,${GROUND - 84}`,
      'none',
      'stroke="#b9c2cd" stroke-width="16" stroke-linecap="round"',
    ) +
    rect(196, GROUND - 96, 80, 24, '#8b96a3', 12)
  );
}
