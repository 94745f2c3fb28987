/** What would run, load or ask for something in a picture of a page. */
const LEFT_OUT = 'script, link, style, noscript, iframe, template, base, meta[http-equiv], video, audio';
/** Marks the sentence above the picture; a picture of a picture has it once. */
const NOTICE = 'data-last-page';

function stylesOf(page: Document): string {
  return [...page.styleSheets]
    .map((sheet) => {
      try {
        return [...sheet.cssRules].map(({ cssText }) => cssText).join('\n');
      } catch {
        // Of another site, whose rules pages may not read: the picture goes without them.
        return '';
      }
    })
    .join('\n');
}

/**
 * The page as it looks now, as HTML without scripts and without what was typed into it.
 * @param notice sentence above it, which says that it is old
 * @param again words of the link that tries the address again
 */
export function pictureOf(page: Document, { notice, again }: { notice: string; again: string }): string {
  const root = page.documentElement.cloneNode(true) as HTMLElement;
  for (const element of root.querySelectorAll(`${LEFT_OUT}, [${NOTICE}]`)) element.remove();
  for (const field of root.querySelectorAll('input, textarea')) {
    field.removeAttribute('value');
    if (field instanceof HTMLTextAreaElement) field.textContent = '';
  }
  for (const act of root.querySelectorAll('button, input, select, textarea'))
    act.setAttribute('disabled', '');
  const style = page.createElement('style');
  style.textContent = stylesOf(page);
  root.querySelector('head')?.append(style);
  const banner = page.createElement('div');
  banner.setAttribute(NOTICE, '');
  banner.setAttribute('role', 'status');
  const link = page.createElement('a');
  link.setAttribute('href', page.location.pathname + page.location.search);
  link.textContent = again;
  banner.append(`${notice} `, link);
  root.querySelector('body')?.prepend(banner);
  return `<!doctype html>${root.outerHTML}`;
}
