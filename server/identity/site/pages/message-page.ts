import { html, trusted } from './html.ts';
import { page, type PageFrame } from './layout.ts';

/** A page with a message and a link to continue. */
export function messagePage(
  frame: PageFrame,
  view: { title: string; sentence: string; onward?: { label: string; href: string } },
): string {
  const onward = view.onward ?? { label: frame.text('to-product'), href: frame.productUrl };
  return page(frame, {
    title: view.title,
    switchable: false,
    body: html`<h1>${view.title}</h1>
      <p>${view.sentence}</p>
      <p><a class="primary" href="${onward.href}">${onward.label}</a></p>`,
  });
}

/**
 * The sign-out page: `form` is the library's own, with its secret. A request with the product's token was confirmed there and
 * is submitted automatically; any other requires confirmation, so that no foreign page can sign people out.
 */
export function signOutPage(frame: PageFrame, form: string, confirmed: boolean): string {
  const { text } = frame;
  return page(frame, {
    title: text('sign-out.title'),
    switchable: false,
    head: confirmed ? html`<script src="/assets/sign-out.js" defer></script>` : html``,
    body: html`<h1>${text('sign-out.title')}</h1>
      <p>${confirmed ? text('sign-out.going') : text('sign-out.question')}</p>
      ${trusted(form)}
      <button class="primary" id="sign-out-now" type="submit" form="op.logoutForm" name="logout" value="yes">
        ${text('sign-out.submit')}
      </button>
      <p class="aside"><a href="${frame.productUrl}">${text('to-product')}</a></p>`,
  });
}
