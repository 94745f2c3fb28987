import { qrSvg } from '#server/platform/pdf/qr-code.ts';
import { tashkentDateTime } from '#shared/time/tashkent.ts';
import type { FactorSummary } from '../factors/factors.repository.ts';
import type { LinkedNumber } from '../outside/proven-numbers.repository.ts';
import { factorStyles, passkeyForm, passkeyScript } from './factor-pages.ts';
import { field, formScript, notice } from './form-fields.ts';
import { html, type Html } from './html.ts';
import { page, type PageFrame } from './layout.ts';

const button = (href: string, label: string, primary = false): Html =>
  html`<p><a class="${primary ? 'primary' : 'secondary'}" href="${href}">${label}</a></p>`;

/** The first second factor of an account: which one. */
export function enrolPage(frame: PageFrame, view: { base: string; passkeys: boolean }): string {
  const { text, language } = frame;
  const query = `?lang=${language}`;
  return page(frame, {
    title: text('enrol.title'),
    head: factorStyles,
    body: html`<h1>${text('enrol.title')}</h1>
      <p>${text('enrol.why')}</p>
      ${button(`${view.base}/enrol/app${query}`, text('enrol.app'), true)}
      <p class="hint">${text('enrol.app.hint')}</p>
      ${
        view.passkeys
          ? html`${button(`${view.base}/enrol/passkey${query}`, text('enrol.passkey'))}
              <p class="hint">${text('enrol.passkey.hint')}</p>`
          : null
      }
      <form class="aside" method="post" action="${view.base}/cancel">
        <button class="quiet" type="submit">${text('cancel')}</button>
      </form>`,
  });
}

/** A secret for an application of codes: as a picture drawn here, and as text. */
export function appPage(
  frame: PageFrame,
  view: {
    base: string;
    setup: { uri: string; text: string };
    notice: string | null;
    empty: boolean;
    back: string;
  },
): string {
  const { text, language } = frame;
  const picture = `data:image/svg+xml;base64,${Buffer.from(qrSvg(view.setup.uri)).toString('base64')}`;
  return page(frame, {
    title: text('enrol.app'),
    formId: 'enrol-app',
    head: html`${factorStyles}${formScript}`,
    body: html`<h1>${text('enrol.app')}</h1>
      ${notice(view.notice)}
      <ol class="steps">
        <li>${text('enrol.app.install')}</li>
        <li>
          ${text('enrol.app.scan')}
          <img class="qr" src="${picture}" width="220" height="220" alt="${text('enrol.app.picture')}" />
          <span class="hint">${text('enrol.app.type')}</span>
          <code class="setup-key">${view.setup.text}</code>
        </li>
        <li>${text('enrol.app.confirm')}</li>
      </ol>
      <form id="enrol-app" method="post" novalidate action="${view.base}/enrol/app?lang=${language}">
        ${field(text, {
          name: 'code',
          label: text('factor.code'),
          problem: view.empty ? 'required' : undefined,
          checks: ['required'],
          mask: 'digits',
          inputmode: 'numeric',
          autocomplete: 'one-time-code',
          maxlength: 20,
        })}
        <button class="primary" type="submit">${text('enrol.app.submit')}</button>
      </form>
      <p class="aside"><a href="${view.back}">${text('enrol.back')}</a></p>`,
  });
}

export function passkeyPage(
  frame: PageFrame,
  view: { base: string; question: unknown; notice: string | null; back: string },
): string {
  const { text, language } = frame;
  return page(frame, {
    title: text('enrol.passkey'),
    head: html`${factorStyles}${passkeyScript}`,
    body: html`<h1>${text('enrol.passkey')}</h1>
      ${notice(view.notice)}
      <p>${text('enrol.passkey.how')}</p>
      ${passkeyForm(frame, {
        action: `${view.base}/enrol/passkey?lang=${language}`,
        question: view.question,
        verb: 'create',
        label: text('enrol.passkey.submit'),
        primary: true,
      })}
      <p class="aside"><a href="${view.back}">${text('enrol.back')}</a></p>`,
  });
}

/** Recovery codes, shown this once. */
export function codesPage(
  frame: PageFrame,
  view: { codes: readonly string[]; next: string; posted: boolean },
): string {
  const { text } = frame;
  return page(frame, {
    title: text('codes.title'),
    switchable: false,
    head: factorStyles,
    body: html`<h1>${text('codes.title')}</h1>
      <p>${text('codes.why')}</p>
      <ul class="codes">
        ${view.codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p>${text('codes.once')}</p>
      ${
        view.posted
          ? html`<form method="post" action="${view.next}">
              <button class="primary" type="submit">${text('codes.written')}</button>
            </form>`
          : button(view.next, text('codes.written'), true)
      }`,
  });
}

/** What somebody has beside the password, and the ways to change it. */
export function factorsPage(
  frame: PageFrame,
  view: {
    base: string;
    known: FactorSummary;
    passkeys: boolean;
    notice: string | null;
    links: readonly LinkedNumber[];
    /** This sign-in has shown that the password works. */
    mayUnlink: boolean;
  },
): string {
  const { text, language } = frame;
  const query = `?lang=${language}`;
  const { appSince, passkeys, codesLeft } = view.known;
  const since = (at: Date) => text('factors.since', { time: tashkentDateTime(at.getTime()).slice(0, 16) });
  const any = appSince !== null || passkeys.length > 0;
  return page(frame, {
    title: text('factors.title'),
    head: factorStyles,
    body: html`<h1>${text('factors.title')}</h1>
      ${notice(view.notice)}
      <section class="factor">
        <h2>${text('enrol.app')}</h2>
        <p>${appSince === null ? text('factors.none') : since(appSince)}</p>
        ${button(`${view.base}/enrol/app${query}`, text(appSince === null ? 'factors.add' : 'factors.replace'))}
      </section>
      <section class="factor">
        <h2>${text('factors.passkeys')}</h2>
        ${passkeys.length === 0 ? html`<p>${text('factors.none')}</p>` : null}
        <ul class="passkeys">
          ${passkeys.map(
            ({ id, attachment, createdAt }) =>
              html`<li>
                <span>${text(`factors.${attachment}`)}<small>${since(createdAt)}</small></span>
                <form method="post" action="${view.base}/factors/remove${query}">
                  <input type="hidden" name="passkey" value="${id}" />
                  <button class="quiet" type="submit">${text('factors.remove')}</button>
                </form>
              </li>`,
          )}
        </ul>
        ${view.passkeys ? button(`${view.base}/enrol/passkey${query}`, text('factors.add')) : null}
      </section>
      ${
        any
          ? html`<section class="factor">
              <h2>${text('codes.title')}</h2>
              <p>${text('factors.codes-left', { count: String(codesLeft) })}</p>
              <form method="post" action="${view.base}/factors/codes${query}">
                <button class="secondary" type="submit">${text('factors.new-codes')}</button>
              </form>
            </section>`
          : null
      }
      <section class="factor">
        <h2>${text('links.title')}</h2>
        ${view.links.length === 0 ? html`<p>${text('links.none')}</p>` : null}
        <ul class="passkeys">
          ${view.links.map(
            ({ field: name, value, way, provenAt }) =>
              html`<li>
                <span
                  >${text(`register.${name}`)} ••••${value.slice(-4)}<small
                    >${text(`links.by.${way}`)} · ${since(provenAt)}</small
                  ></span
                >
                ${
                  view.mayUnlink
                    ? html`<form method="post" action="${view.base}/factors/unlink${query}">
                        <input type="hidden" name="number" value="${name}" />
                        <button class="quiet" type="submit">${text('links.unlink')}</button>
                      </form>`
                    : null
                }
              </li>`,
          )}
        </ul>
        ${
          view.links.length === 0
            ? null
            : html`<p class="hint">${text(view.mayUnlink ? 'links.then' : 'links.last')}</p>`
        }
      </section>
      <form class="aside" method="post" action="${view.base}/factors/done${query}">
        <button class="primary" type="submit">${text('factors.done')}</button>
      </form>`,
  });
}
