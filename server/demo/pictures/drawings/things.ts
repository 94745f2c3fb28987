import { circle, ellipse, gradient, path, rect, shadow, studio, type Brush } from '../canvas.ts';

const FLOOR = 520;

/** Laptops and a printer. */
export function computers(brush: Brush): string {
  const { tone, accent, id } = brush;
  return (
    studio(brush) +
    `<defs>${gradient(id('screen'), tone.base, tone.dark)}${gradient(id('lid'), '#e9edf2', '#b7c0cb')}</defs>` +
    shadow(400, 560, FLOOR) +
    rect(170, 170, 460, 290, '#2a313b', 16) +
    rect(186, 186, 428, 258, `url(#${id('screen')})`, 6) +
    rect(206, 210, 150, 12, '#fff', 6, 'opacity="0.85"') +
    [240, 264, 288].map((y, i) => rect(206, y, 220 - i * 40, 8, '#fff', 4, 'opacity="0.45"')).join('') +
    path(
      'M206,410 L262,360 L306,388 L368,320 L424,352',
      'none',
      `stroke="${accent.light}" stroke-width="6" stroke-linejoin="round"`,
    ) +
    rect(460, 230, 130, 180, '#fff', 8, 'opacity="0.18"') +
    [250, 284, 318, 352].map((y) => rect(474, y, 102, 16, '#fff', 6, 'opacity="0.4"')).join('') +
    path(
      'M120,460 L680,460 L730,510 C732,518 726,520 716,520 L84,520 C74,520 68,518 70,510 Z',
      `url(#${id('lid')})`,
    ) +
    rect(330, 466, 140, 20, '#a5afbb', 4) +
    shadow(806, 190, FLOOR) +
    rect(720, 400, 172, 118, '#dfe5ec', 12) +
    rect(720, 400, 172, 40, '#4a5563', 12) +
    rect(742, 338, 128, 66, '#fff', 4) +
    [352, 366, 380].map((y) => rect(754, y, 90, 5, '#c3ccd7', 2)).join('') +
    rect(746, 468, 120, 10, '#8b96a3', 5) +
    circle(866, 420, 6, '#5fc49f')
  );
}

/** Phones and a tablet. */
export function phones(brush: Brush): string {
  const { tone, accent, id } = brush;
  const phone = (x: number, y: number, h: number, turn: number, from: string): string => {
    const w = h * 0.49;
    return `<g transform="rotate(${turn} ${x} ${y})">${rect(x - w / 2, y - h / 2, w, h, '#20262f', 26)}${rect(x - w / 2 + 9, y - h / 2 + 9, w - 18, h - 18, from, 18)}${rect(x - 26, y - h / 2 + 16, 52, 10, '#20262f', 5)}${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => rect(x - w / 2 + 26 + (i % 3) * ((w - 60) / 2.6), y - 10 + Math.floor(i / 3) * 48, 32, 32, '#fff', 9, `opacity="${0.35 + (i % 4) * 0.14}"`)).join('')}</g>`;
  };
  return (
    studio(brush) +
    `<defs>${gradient(id('a'), tone.light, tone.dark)}${gradient(id('b'), accent.light, accent.dark)}</defs>` +
    shadow(480, 640, FLOOR) +
    rect(120, 190, 400, 310, '#2a313b', 24) +
    rect(138, 208, 364, 274, `url(#${id('b')})`, 12) +
    circle(240, 300, 54, '#fff', 'opacity="0.25"') +
    path(
      'M138,440 L240,350 L310,410 L390,330 L502,430 L502,470 C502,478 498,482 490,482 L150,482 C142,482 138,478 138,470 Z',
      '#fff',
      'opacity="0.3"',
    ) +
    phone(610, 340, 350, 8, `url(#${id('a')})`) +
    phone(770, 360, 310, -7, `url(#${id('b')})`)
  );
}

/** A washing machine and a refrigerator. */
export function appliances(brush: Brush): string {
  const { accent, id } = brush;
  return (
    studio(brush) +
    `<defs>${gradient(id('white'), '#ffffff', '#d5dce5')}${gradient(id('glass'), '#9fcbe8', '#3f6f9c')}</defs>` +
    shadow(320, 330, FLOOR) +
    shadow(660, 300, FLOOR) +
    rect(180, 210, 280, 310, `url(#${id('white')})`, 14) +
    rect(180, 210, 280, 60, '#e6ebf1', 14) +
    rect(200, 226, 90, 26, '#27303b', 6) +
    rect(208, 233, 40, 12, accent.light, 3) +
    circle(330, 240, 16, '#b7c0cb') +
    circle(380, 240, 10, '#b7c0cb') +
    circle(414, 240, 10, '#b7c0cb') +
    circle(320, 394, 104, '#c3ccd7') +
    circle(320, 394, 88, '#39424e') +
    circle(320, 394, 76, `url(#${id('glass')})`) +
    path(
      'M250,400 C280,370 310,430 340,402 C366,380 384,404 392,412 C384,450 350,470 320,470 C284,470 254,444 250,400 Z',
      '#dff1fb',
      'opacity="0.7"',
    ) +
    rect(540, 110, 240, 410, `url(#${id('white')})`, 16) +
    rect(540, 270, 240, 6, '#aeb9c6') +
    rect(560, 190, 10, 64, '#8b96a3', 5) +
    rect(560, 296, 10, 110, '#8b96a3', 5) +
    rect(690, 150, 60, 34, '#27303b', 6) +
    rect(698, 158, 30, 18, accent.light, 3)
  );
}

/** A desk with a chair. */
export function office(brush: Brush): string {
  const { tone, accent } = brush;
  return (
    studio(brush) +
    shadow(470, 760, FLOOR) +
    rect(140, 330, 560, 26, '#b98a57', 6) +
    rect(140, 352, 560, 8, '#93683a') +
    rect(160, 358, 170, 160, '#c99b67', 6) +
    [376, 426, 476]
      .map((y) => rect(172, y, 146, 40, '#b98a57', 4) + rect(226, y + 16, 38, 8, '#6b4a28', 4))
      .join('') +
    rect(664, 358, 20, 162, '#93683a', 3) +
    rect(210, 190, 210, 128, '#2a313b', 10) +
    rect(222, 202, 186, 104, tone.base, 4) +
    rect(300, 316, 30, 16, '#4a5563') +
    rect(560, 270, 50, 62, '#fff', 6) +
    path('M585,268 C560,240 566,210 585,200 C604,210 610,240 585,268 Z', '#5cb072') +
    rect(700, 210, 130, 180, accent.base, 30) +
    rect(714, 224, 102, 120, accent.light, 22, 'opacity="0.5"') +
    rect(676, 388, 178, 40, accent.dark, 18) +
    rect(756, 428, 18, 54, '#4a5563') +
    path(
      'M690,516 L765,478 L842,516',
      'none',
      'stroke="#39424e" stroke-width="14" stroke-linecap="round" stroke-linejoin="round"',
    ) +
    [690, 765, 842].map((x) => circle(x, 514, 10, '#20262f')).join('')
  );
}

/** A sofa with a lamp and a small table. */
export function sofa(brush: Brush): string {
  const { tone, accent } = brush;
  return (
    studio(brush) +
    ellipse(470, 536, 390, 34, accent.light, 'opacity="0.55"') +
    shadow(450, 620, FLOOR) +
    rect(160, 250, 580, 170, tone.base, 40) +
    rect(186, 272, 256, 130, tone.light, 26) +
    rect(458, 272, 256, 130, tone.light, 26) +
    rect(150, 390, 600, 92, tone.base, 26) +
    rect(190, 376, 252, 60, tone.light, 20) +
    rect(458, 376, 252, 60, tone.light, 20) +
    rect(120, 320, 80, 170, tone.dark, 34) +
    rect(700, 320, 80, 170, tone.dark, 34) +
    [176, 724].map((x) => rect(x - 10, 484, 20, 34, '#7a5a3c', 4)).join('') +
    rect(216, 290, 92, 84, accent.base, 18, 'transform="rotate(-8 262 332)"') +
    rect(600, 294, 88, 80, accent.light, 18, 'transform="rotate(9 644 334)"') +
    rect(852, 190, 8, 320, '#6b7684', 3) +
    ellipse(856, 514, 46, 8, '#4a5563') +
    path('M806,200 L826,120 L886,120 L906,200 Z', '#ffe3a3')
  );
}
