import { scriptJson } from '../html-text.ts';
import { plainAddresses } from '../screens.ts';
import { REPLAY_EARLY_CLICKS } from './early-clicks.ts';

/** The root element as the build has it. */
export const ROOT = '<div id="root"></div>';

/**
 * Requests the scripts after the first paint: on a slow line they would delay the rendered content, which needs none of
 * them. A background tab never paints, so it waits one second at most. The styles are inlined; their files are named as
 * well, so that the parts that need them find them, but disabled: applied again they would only cause a second layout.
 * Five at a time, so that a slow phone can answer a touch in between. A button pressed before hydration is pressed again
 * after it; links work all the time.
 */
export const deferredScripts = (
  entry: string,
  styles: readonly string[],
  scripts: readonly string[],
): string =>
  `<script nonce="__CSP_NONCE__">(() => {
      let started = false;
      const add = (name, set) => document.head.append(Object.assign(document.createElement(name), set));
      const start = () => {
        if (started) return;
        started = true;
        const wanted = [
          ...${scriptJson(scripts)}.map((href) => ['link', { rel: 'modulepreload', crossOrigin: '', href }]),
          ...${scriptJson(styles)}.map((href) => ['link', { rel: 'stylesheet', disabled: true, href }]),
          ['script', { type: 'module', crossOrigin: '', src: ${scriptJson(entry)} }],
        ];
        const next = () => {
          for (const [name, set] of wanted.splice(0, 5)) add(name, set);
          if (wanted.length > 0) setTimeout(next);
        };
        next();
      };${REPLAY_EARLY_CLICKS}
      requestAnimationFrame(() => setTimeout(start));
      setTimeout(start, 1000);
    })();</script>`;

/**
 * Runs before the first paint of every page and applies choices that only the browser knows: dark colours from the start,
 * and rendered content in another language than the chosen one is hidden until the right one is there. Without rendered
 * content the empty root shows the frame of the page, unless the screen has none.
 */
const beforePaint = (): string => `<script nonce="__CSP_NONCE__">(() => {
      const root = document.getElementById('root');
      const plain = new RegExp(${scriptJson(plainAddresses())}).test(location.pathname.replace(/\\/$/, ''));
      try {
        const page = document.documentElement;
        const dark = localStorage.getItem('savdo.theme') === 'dark';
        if (dark) page.setAttribute('data-mantine-color-scheme', 'dark');
        const query = new URLSearchParams(location.search);
        const language = query.get('lang') ?? localStorage.getItem('savdo.language');
        const embedded = query.get('mobile') === '1' || sessionStorage.getItem('savdo.mobile') === '1';
        if (plain || embedded) root.dataset.bare = '';
        root.hidden = root.hasChildNodes() && (embedded || Boolean(language && language !== page.lang));
      } catch {
        // Storage is not available: there is no choice to apply, and the content is shown as rendered.
      }
    })();</script>`;

/** The built page with the script that runs before its first paint. */
export const withBeforePaint = (page: string): string =>
  page.replace(ROOT, () => `${ROOT}\n    ${beforePaint()}`);
