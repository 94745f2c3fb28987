import { runInThisContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { REPLAY_EARLY_CLICKS } from '#server/web/page/early-clicks.ts';

/** The script of the page, as the page runs it. */
const begin = (): void => {
  runInThisContext(`(() => {${REPLAY_EARLY_CLICKS}})()`);
};
const alive = (): void => {
  document.dispatchEvent(new Event('savdo:alive'));
};
const button = (words: string, at = 0): HTMLElement => {
  const found = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === words);
  return found[at]!;
};

beforeEach(() => {
  document.body.innerHTML = `
    <button>Filters</button><button>Heart</button><button>Heart</button>
    <label>Private <input type="radio" name="kind"></label>
    <select><option value="usual">usual</option><option value="newest">newest</option></select>`;
  begin();
});
// The listeners of the script end with the page they were made for.
afterEach(() => {
  alive();
  document.body.replaceChildren();
});

describe('a press before the program of the page is there', () => {
  it('is shown as waiting, reaches no one yet, and is answered once', () => {
    const pressed = vi.fn<() => void>();
    button('Filters').addEventListener('click', pressed);
    button('Filters').click();
    expect(pressed).not.toHaveBeenCalled();
    expect(button('Filters')).toHaveAttribute('data-waiting');
    alive();
    expect(pressed).toHaveBeenCalledOnce();
    expect(button('Filters')).not.toHaveAttribute('data-waiting');
    button('Filters').click();
    expect(pressed).toHaveBeenCalledTimes(2);
  });

  it('counts for the last button pressed only', () => {
    const pressed = vi.fn<(words: string | null) => void>();
    document.body.addEventListener('click', ({ target }) => pressed((target as HTMLElement).textContent));
    button('Filters').click();
    button('Heart').click();
    expect(document.querySelectorAll('[data-waiting]')).toHaveLength(1);
    alive();
    expect(pressed.mock.calls).toEqual([['Heart']]);
  });

  it('reaches the same button where the page has been drawn over meanwhile', () => {
    button('Heart', 1).click();
    document.body.innerHTML = '<button>Heart</button><button>Heart</button>';
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    button('Heart', 0).addEventListener('click', first);
    button('Heart', 1).addEventListener('click', second);
    alive();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
  });

  it('keeps a choice and a value taken from a list', () => {
    const [radio, select] = [document.querySelector('input')!, document.querySelector('select')!];
    const changed = vi.fn<(value: string) => void>();
    select.addEventListener('change', () => changed(select.value));
    radio.click();
    expect(radio.checked).toBe(false);
    select.value = 'newest';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    // The program draws the list as it was before.
    select.value = 'usual';
    changed.mockClear();
    alive();
    expect(radio.checked).toBe(true);
    expect(changed.mock.calls).toEqual([['newest']]);
  });
});
