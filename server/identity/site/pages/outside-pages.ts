import type { OutsideWay } from '../outside/proven-number.ts';
import { field } from './form-fields.ts';
import { html, type Html } from './html.ts';
import { page, type PageFrame } from './layout.ts';

/** Names, not words: the same in every language. */
export const WAY_NAMES: Record<OutsideWay, string> = { oneid: 'OneID', 'e-imzo': 'E-IMZO' };

/** Other ways to sign in that this site offers. */
export interface OutsideOffers {
  oneId: 'real' | 'test' | null;
  eImzo: 'real' | 'test' | null;
}

/** Links below the password; none where nothing is configured. */
export function outsideLinks(
  { text, language }: PageFrame,
  base: string,
  offers: OutsideOffers,
): Html | null {
  const link = (path: string, name: string, kind: 'real' | 'test' | null) =>
    kind &&
    html`<a class="other-way" href="${base}/${path}?lang=${language}"
      >${text('outside.with', { name })}${kind === 'test' ? html` <small>${text('outside.test')}</small>` : null}</a
    >`;
  const links = [
    link('oneid', WAY_NAMES.oneid, offers.oneId),
    link('e-imzo', WAY_NAMES['e-imzo'], offers.eImzo),
  ].filter(Boolean);
  if (links.length === 0) return null;
  return html`<nav class="other-ways" aria-label="${text('outside.ways')}">
    <p>${text('outside.or')}</p>
    ${links}
  </nav>`;
}

/** The page of the local twin of OneID. */
export function pretendOneIdPage(frame: PageFrame, view: { state: string }): string {
  const { text } = frame;
  return page(frame, {
    title: text('pretend.oneid'),
    switchable: false,
    body: html`<h1>${text('pretend.oneid')}</h1>
      <p class="notice">${text('pretend.oneid.why')}</p>
      <form method="post" action="/pretend/oneid/choose">
        <input type="hidden" name="state" value="${view.state}" />
        ${field(text, {
          name: 'pinfl',
          label: text('register.pinfl'),
          hint: text('pretend.pinfl.hint'),
          autocomplete: 'off',
          inputmode: 'numeric',
          maxlength: 18,
          autofocus: true,
        })}
        ${field(text, { name: 'name', label: text('register.name'), autocomplete: 'off', maxlength: 200 })}
        <button class="primary" type="submit">${text('pretend.vouch')}</button>
      </form>`,
  });
}
