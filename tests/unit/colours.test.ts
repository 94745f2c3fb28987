import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const CLIENT = path.resolve(import.meta.dirname, '../../client');
const read = (file: string): string => readFileSync(path.join(CLIENT, file), 'utf8');

const variablesOf = (css: string): Map<string, string> =>
  new Map([...css.matchAll(/(--sv-[\w-]+):\s*(#[\da-f]{6})/gi)].map(([, name, value]) => [name!, value!]));

const [lightCss, darkCss] = read('theme/tokens.css').split("[data-mantine-color-scheme='dark']");
const light = variablesOf(lightCss ?? '');
const themes = { light, dark: new Map([...light, ...variablesOf(darkCss ?? '')]) };

/** Relative luminance as WCAG 2 has it. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(Object.entries(themes))('the %s theme', (_, colours) => {
  const colour = (name: string): string => colours.get(`--sv-${name}`)!;

  it('gives what cannot be pressed a fill of its own', () => {
    for (const active of ['button', 'button-hover', 'hover', 'sunken', 'surface', 'accent-soft', 'bg'])
      expect(colour('disabled'), active).not.toBe(colour(active));
    expect(contrast(colour('disabled'), colour('on-disabled'))).toBeGreaterThan(4.5);
  });

  it('has legible words on its primary fill', () => {
    expect(contrast(colour('button'), colour('on-button'))).toBeGreaterThan(4.5);
    expect(contrast(colour('button-hover'), colour('on-button'))).toBeGreaterThan(4.5);
  });

  it('outlines secondary buttons clearly', () => {
    expect(contrast(colour('line-strong'), colour('surface'))).toBeGreaterThan(3);
  });
});

describe('the styles of buttons and badges', () => {
  it('fill nothing but what is disabled with the colour of the disabled', () => {
    const rules = [...read('ui/button.module.css').matchAll(/([^{}]+)\{([^{}]*)\}/g)];
    const using = rules.filter(([, , body]) => body!.includes('var(--sv-disabled)')).map(([, name]) => name!);
    expect(using).toHaveLength(1);
    expect(using[0]).toContain(':disabled');
  });

  it('have one primary fill: no filled place takes the colour of links', () => {
    const files = [
      'app/layout/layout',
      'app/layout/menu',
      'app/cabinet/cabinet',
      'ui/pagination',
      'ui/button',
    ];
    for (const file of files)
      expect(read(`${file}.module.css`), file).not.toMatch(/background: var\(--sv-accent\)/);
  });

  it('set badges in 14 px, medium weight', () => {
    const badge = /\.badge \{([^}]*)\}/.exec(read('ui/ui.module.css'))?.[1];
    expect(badge).toMatch(/font-size: 14px;\s+font-weight: 500;/);
  });

  it('keep figures of one width for what changes while one looks', () => {
    const css = read('ui/ui.module.css');
    expect(/\.money \{([^}]*)\}/.exec(css)?.[1]).not.toContain('tabular-nums');
    expect(/\.money\[data-live='true'\] \{([^}]*)\}/.exec(css)?.[1]).toContain('tabular-nums');
  });
});
