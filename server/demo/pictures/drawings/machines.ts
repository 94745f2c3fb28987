import {
  circle,
  ellipse,
  GROUND,
  gradient,
  line,
  outdoors,
  path,
  polygon,
  rect,
  shadow,
  studio,
  type Brush,
} from '../canvas.ts';

const YARD = ['#d8c9a6', '#b9a679'] as const;

const bigWheel = (x: number, r: number): string =>
  Array.from(
    { length: 18 },
    (_, i) =>
      `<rect x="${x - 8}" y="${GROUND - r * 2}" width="16" height="18" fill="#20262f" transform="rotate(${i * 20} ${x} ${GROUND - r})"/>`,
  ).join('') +
  circle(x, GROUND - r, r - 6, '#262d37') +
  circle(x, GROUND - r, r * 0.55, '#f0c24b') +
  circle(x, GROUND - r, r * 0.3, '#b98b1f') +
  circle(x, GROUND - r, r * 0.1, '#5c4510');

/** A tractor. */
export function tractor(brush: Brush): string {
  const { tone, id } = brush;
  return (
    outdoors(brush, YARD) +
    `<defs>${gradient(id('hood'), tone.light, tone.base)}</defs>` +
    shadow(480, 640) +
    rect(560, GROUND - 300, 10, 130, '#3a434f', 4) +
    ellipse(565, GROUND - 306, 14, 8, '#3a434f') +
    path(
      `M430,${GROUND - 190} L690,${GROUND - 180} C720,${GROUND - 176} 730,${GROUND - 150} 730,${GROUND - 96} L430,${GROUND - 84} Z`,
      `url(#${id('hood')})`,
    ) +
    rect(470, GROUND - 160, 200, 10, tone.dark, 5) +
    rect(470, GROUND - 138, 200, 10, tone.dark, 5) +
    rect(716, GROUND - 160, 16, 50, '#fff3c4', 5) +
    path(`M270,${GROUND - 150} L290,${GROUND - 340} L450,${GROUND - 340} L474,${GROUND - 150} Z`, tone.dark) +
    path(`M296,${GROUND - 190} L308,${GROUND - 318} L436,${GROUND - 318} L452,${GROUND - 190} Z`, '#bfe0f4') +
    polygon(
      [
        [320, GROUND - 196],
        [350, GROUND - 314],
        [374, GROUND - 314],
        [344, GROUND - 196],
      ],
      '#fff',
      'opacity="0.4"',
    ) +
    rect(268, GROUND - 358, 206, 22, tone.base, 8) +
    path(
      `M220,${GROUND - 190} C260,${GROUND - 262} 400,${GROUND - 262} 440,${GROUND - 150} L440,${GROUND - 100} L240,${GROUND - 100} Z`,
      tone.base,
    ) +
    bigWheel(330, 116) +
    bigWheel(678, 70)
  );
}

/** An excavator with its arm. */
export function excavator(brush: Brush): string {
  const { id } = brush;
  const yellow = { light: '#ffd25c', base: '#f0b429', dark: '#b98212' };
  return (
    outdoors(brush, YARD) +
    `<defs>${gradient(id('body'), yellow.light, yellow.base)}</defs>` +
    shadow(440, 620) +
    polygon(
      [
        [700, 640],
        [770, 520],
        [880, 490],
        [960, 540],
        [960, 640],
      ],
      '#a98f5c',
    ) +
    polygon(
      [
        [770, 520],
        [880, 490],
        [960, 540],
        [900, 560],
      ],
      '#c4ab78',
    ) +
    rect(180, GROUND - 78, 430, 82, '#2a313b', 40) +
    rect(196, GROUND - 62, 398, 50, '#4a5563', 25) +
    [230, 300, 370, 440, 510, 560]
      .map((x) => circle(x, GROUND - 37, 20, '#8f9aa8') + circle(x, GROUND - 37, 8, '#4a5563'))
      .join('') +
    rect(300, GROUND - 104, 190, 30, '#5b6674', 8) +
    path(
      `M180,${GROUND - 104} L180,${GROUND - 200} C180,${GROUND - 220} 200,${GROUND - 224} 220,${GROUND - 224} L390,${GROUND - 224} L390,${GROUND - 104} Z`,
      `url(#${id('body')})`,
    ) +
    rect(200, GROUND - 190, 80, 10, yellow.dark, 5) +
    rect(200, GROUND - 170, 80, 10, yellow.dark, 5) +
    rect(200, GROUND - 150, 80, 10, yellow.dark, 5) +
    path(
      `M390,${GROUND - 104} L390,${GROUND - 286} L500,${GROUND - 286} C516,${GROUND - 286} 524,${GROUND - 200} 530,${GROUND - 104} Z`,
      yellow.base,
    ) +
    path(
      `M404,${GROUND - 150} L404,${GROUND - 270} L494,${GROUND - 270} C502,${GROUND - 240} 508,${GROUND - 190} 512,${GROUND - 150} Z`,
      '#bfe0f4',
    ) +
    path(
      `M500,${GROUND - 170} L640,${GROUND - 400} L690,${GROUND - 410} L700,${GROUND - 372} L560,${GROUND - 140} Z`,
      yellow.base,
    ) +
    path(
      `M660,${GROUND - 404} L790,${GROUND - 220} L758,${GROUND - 196} L640,${GROUND - 372} Z`,
      yellow.dark,
    ) +
    line(560, GROUND - 200, 650, GROUND - 330, '#c9d1db', 12) +
    path(
      `M752,${GROUND - 214} L800,${GROUND - 214} L826,${GROUND - 120} C790,${GROUND - 92} 750,${GROUND - 96} 728,${GROUND - 116} Z`,
      '#4a5563',
    ) +
    [738, 762, 786, 810]
      .map((x) =>
        polygon(
          [
            [x - 8, GROUND - 108],
            [x + 8, GROUND - 108],
            [x, GROUND - 82],
          ],
          '#2f3742',
        ),
      )
      .join('')
  );
}

/** A machine tool. */
export function machine(brush: Brush): string {
  const { tone, accent, id } = brush;
  return (
    studio(brush) +
    `<defs>${gradient(id('case'), '#f4f6f9', '#c9d2dd')}${gradient(id('door'), tone.light, tone.dark)}</defs>` +
    shadow(480, 680, 520) +
    rect(170, 200, 620, 320, `url(#${id('case')})`, 16) +
    rect(170, 470, 620, 50, tone.dark, 10) +
    rect(210, 236, 350, 214, '#2f3844', 10) +
    rect(222, 248, 326, 190, `url(#${id('door')})`, 6, 'opacity="0.55"') +
    rect(290, 380, 190, 26, '#9fabb9', 4) +
    rect(352, 262, 60, 76, '#dfe5ec', 6) +
    polygon(
      [
        [366, 338],
        [398, 338],
        [382, 376],
      ],
      '#aeb9c6',
    ) +
    circle(330, 394, 8, '#ffb84d') +
    circle(420, 370, 4, '#ffd98a') +
    circle(438, 352, 3, '#ffd98a') +
    polygon(
      [
        [236, 438],
        [300, 248],
        [336, 248],
        [272, 438],
      ],
      '#fff',
      'opacity="0.18"',
    ) +
    rect(596, 236, 160, 112, '#27303b', 8) +
    rect(608, 248, 136, 70, '#173a5c', 4) +
    path(
      'M616,300 L640,282 L660,292 L690,262 L736,276',
      'none',
      `stroke="${accent.light}" stroke-width="4"`,
    ) +
    [620, 648, 676]
      .map((x, i) => circle(x, 334, 7, ['#5fc49f', '#f2b467', '#ee8683'][i] ?? '#fff'))
      .join('') +
    Array.from({ length: 12 }, (_, i) =>
      rect(
        604 + (i % 4) * 38,
        370 + Math.floor(i / 4) * 28,
        28,
        18,
        '#e9edf2',
        4,
        'stroke="#aab4c0" stroke-width="1.5"',
      ),
    ).join('') +
    rect(190, 170, 8, 40, '#6b7684') +
    circle(194, 160, 13, accent.base)
  );
}

/** A stove, an oven and a cold shelf for food trade. */
export function kitchen(brush: Brush): string {
  const { accent, id } = brush;
  return (
    studio(brush) +
    `<defs>${gradient(id('steel'), '#ffffff', '#c3ccd7')}</defs>` +
    shadow(320, 400, 520) +
    shadow(700, 270, 520) +
    rect(140, 250, 370, 270, `url(#${id('steel')})`, 10) +
    rect(140, 250, 370, 34, '#48525f', 8) +
    [190, 290, 390, 466].map((x) => ellipse(x, 250, 38, 8, '#2b323b')).join('') +
    path('M250,246 L250,190 L336,190 L336,246 Z', '#aeb8c4') +
    rect(242, 182, 102, 12, '#8793a1', 6) +
    rect(286, 168, 14, 16, '#555f6c', 4) +
    path('M366,246 L372,212 L434,212 L440,246 Z', accent.base) +
    rect(362, 204, 82, 10, accent.dark, 5) +
    [176, 226, 276, 326, 376, 426]
      .map((x) => circle(x, 306, 12, '#39424e') + rect(x - 2, 296, 4, 10, '#fff'))
      .join('') +
    rect(172, 336, 306, 150, '#2b333e', 10) +
    rect(186, 350, 278, 108, '#5a3a24', 6) +
    ellipse(325, 440, 110, 14, '#e0912f', 'opacity="0.6"') +
    rect(190, 344, 270, 10, '#c9d1db', 5) +
    rect(580, 150, 240, 370, '#eef2f6', 12) +
    rect(580, 150, 240, 46, accent.base, 12) +
    rect(600, 206, 200, 270, '#d6ecf7', 6) +
    [280, 350, 420]
      .map(
        (y, r) =>
          rect(600, y, 200, 6, '#9fb3c4') +
          Array.from({ length: 6 }, (_, i) =>
            rect(
              608 + i * 32,
              y - 40 + ((i + r) % 3) * 6,
              22,
              40 - ((i + r) % 3) * 6,
              ['#e3675f', '#5fb08a', '#efb64e', '#6f97dd'][(i + r) % 4] ?? '#fff',
              5,
            ),
          ).join(''),
      )
      .join('') +
    polygon(
      [
        [612, 470],
        [664, 210],
        [690, 210],
        [638, 470],
      ],
      '#fff',
      'opacity="0.35"',
    )
  );
}

/** A couch, a monitor and a drip: medical equipment. */
export function medical(brush: Brush): string {
  const { tone, accent } = brush;
  return (
    studio(brush) +
    shadow(420, 560, 520) +
    rect(170, 370, 500, 40, tone.base, 14) +
    path('M170,372 L250,290 L320,290 L320,372 Z', tone.light) +
    rect(190, 300, 110, 28, '#fff', 12, 'transform="rotate(-44 245 314)"') +
    rect(170, 408, 500, 16, '#c3ccd7', 6) +
    [210, 630].map((x) => rect(x - 8, 424, 16, 78, '#aeb9c6') + circle(x, 506, 14, '#39424e')).join('') +
    rect(400, 424, 60, 56, '#dfe5ec', 6) +
    rect(740, 130, 10, 380, '#aeb9c6', 4) +
    ellipse(745, 514, 60, 10, '#8b96a3') +
    rect(680, 200, 140, 110, '#27303b', 10) +
    rect(692, 212, 116, 76, '#0e2a3f', 5) +
    path(
      'M696,256 L722,256 L732,232 L744,276 L754,246 L764,256 L804,256',
      'none',
      'stroke="#67e0a3" stroke-width="4" stroke-linejoin="round"',
    ) +
    circle(700, 298, 4, accent.light) +
    circle(716, 298, 4, '#ee8683') +
    path('M745,140 L790,140 L790,156', 'none', 'stroke="#aeb9c6" stroke-width="6"') +
    rect(772, 156, 36, 54, '#d6ecf7', 10, 'opacity="0.9"') +
    rect(90, 160, 120, 120, '#fff', 16) +
    rect(136, 182, 28, 76, '#d9534f', 4) +
    rect(112, 206, 76, 28, '#d9534f', 4)
  );
}

/** Solar panels and a transformer. */
export function energy(brush: Brush): string {
  const { accent, id } = brush;
  const panel = (x: number): string => {
    let out =
      rect(x + 96, GROUND - 70, 12, 74, '#7c8794') +
      polygon(
        [
          [x, GROUND - 60],
          [x + 60, GROUND - 210],
          [x + 260, GROUND - 210],
          [x + 200, GROUND - 60],
        ],
        `url(#${id('cell')})`,
        'stroke="#dfe5ec" stroke-width="6"',
      );
    for (let i = 1; i < 5; i += 1)
      out += line(x + i * 40, GROUND - 60, x + 60 + i * 40, GROUND - 210, '#8fb4e3', 2);
    for (let i = 1; i < 3; i += 1)
      out += line(x + i * 20, GROUND - 60 - i * 50, x + 200 + i * 20, GROUND - 60 - i * 50, '#8fb4e3', 2);
    return out;
  };
  return (
    outdoors(brush, ['#b8d39c', '#8fb474']) +
    `<defs>${gradient(id('cell'), '#3f6fb5', '#173a6e')}</defs>` +
    shadow(300, 520) +
    panel(60) +
    panel(300) +
    shadow(740, 220) +
    rect(650, GROUND - 180, 180, 180, '#8d98a6', 8) +
    Array.from({ length: 8 }, (_, i) => rect(660 + i * 21, GROUND - 160, 10, 130, '#6b7684', 3)).join('') +
    [690, 740, 790]
      .map(
        (x) =>
          rect(x - 5, GROUND - 232, 10, 54, '#5b6674') +
          [0, 14, 28].map((y) => ellipse(x, GROUND - 226 + y, 15, 5, '#d9e0e8')).join(''),
      )
      .join('') +
    polygon(
      [
        [740, GROUND - 132],
        [716, GROUND - 78],
        [738, GROUND - 82],
        [730, GROUND - 40],
        [766, GROUND - 98],
        [742, GROUND - 94],
        [756, GROUND - 132],
      ],
      accent.light,
    )
  );
}
