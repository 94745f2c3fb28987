/**
 * Script of a server-rendered page that runs before hydration: a button, tab or choice pressed too early is marked as
 * pending (`data-waiting`, shown by the styles) and pressed again after the event `savdo:alive`; a value chosen from a list
 * is chosen again. The last press counts. Where the page has been rendered again meanwhile, the element with the same words
 * and the same position among those is pressed. Links need no script and are left alone.
 */
export const REPLAY_EARLY_CLICKS = `
      const PRESSABLE = 'button, [role="tab"], summary, label:has(input), input[type="radio"], input[type="checkbox"]';
      const wordsOf = (element) => element.getAttribute('aria-label') ?? element.textContent;
      const alike = (words) => [...document.querySelectorAll(PRESSABLE)].filter((each) => wordsOf(each) === words);
      let pressed = null;
      let chosen = null;
      const forget = () => pressed?.element.removeAttribute('data-waiting');
      const hold = (event) => {
        const element = event.target.closest?.(PRESSABLE);
        if (!element) return;
        event.preventDefault();
        event.stopPropagation();
        forget();
        const words = wordsOf(element);
        pressed = { element, words, place: alike(words).indexOf(element) };
        element.setAttribute('data-waiting', '');
      };
      const choose = ({ target }) => {
        if (target.matches?.('select')) chosen = { element: target, value: target.value };
      };
      document.addEventListener('click', hold, true);
      document.addEventListener('change', choose, true);
      document.addEventListener('savdo:alive', () => {
        document.removeEventListener('click', hold, true);
        document.removeEventListener('change', choose, true);
        forget();
        if (chosen?.element.isConnected) {
          chosen.element.value = chosen.value;
          chosen.element.dispatchEvent(new Event('change', { bubbles: true }));
        }
        if (pressed) (pressed.element.isConnected ? pressed.element : alike(pressed.words)[pressed.place])?.click();
      }, { once: true });`;
