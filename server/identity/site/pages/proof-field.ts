import type { SiteText } from '../site-texts.ts';
import { html, type Html } from './html.ts';

/** A hidden field that the page's script fills with the solved challenge. */
export const proofField = (text: SiteText, challenge: unknown): Html =>
  html`<input
    type="hidden"
    id="proof"
    name="proof"
    data-challenge="${JSON.stringify(challenge)}"
    data-working="${text('sign-in.working')}"
  />`;

export const proofScript: Html = html`<script type="module" src="/assets/sign-in-proof.js"></script>`;
