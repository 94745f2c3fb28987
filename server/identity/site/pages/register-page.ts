import { showPhone } from '#shared/validation/phone.ts';
import type { ProvenNumber } from '../outside/proven-number.ts';
import { withProven, type FieldProblems, type RegistrationForm } from '../registration.ts';
import { field, firstWrong, formScript, notice } from './form-fields.ts';
import { html, type Html } from './html.ts';
import { WAY_NAMES } from './outside-pages.ts';
import { page, type PageFrame } from './layout.ts';
import { proofField, proofScript } from './proof-field.ts';
import { passwordFields } from './sign-in-page.ts';

/** Fields of each kind in the order of the page. */
const ORDER = {
  natural: ['name', 'pinfl', 'phone', 'email', 'password', 'repeat'],
  legal: ['organisation', 'stir', 'phone', 'email', 'password', 'repeat'],
} as const;

/**
 * Both kinds' fields are in the page and CSS shows those of the chosen one. The form is checked by its own script and by
 * the server, not by the browser, whose messages are in its own language and shown one at a time.
 */
export function registerPage(
  frame: PageFrame,
  view: {
    base: string;
    form: RegistrationForm;
    problems: FieldProblems;
    notice: string | null;
    /** To be solved before a message is sent to the phone. */
    challenge: unknown;
    /** Vouched for by an outside service: it is shown and cannot be changed. */
    proven: ProvenNumber | null;
  },
): string {
  const { text, language } = frame;
  const { problems, proven } = view;
  const form = withProven(view.form, proven);
  const query = `?lang=${language}`;
  const focused = firstWrong(ORDER[form.kind === 'legal' ? 'legal' : 'natural'], problems);
  const kind = (value: 'natural' | 'legal') => {
    const checked = (form.kind === 'legal') === (value === 'legal');
    return html`<label class="choice">
      <input type="radio" name="kind" value="${value}" ${checked ? html`checked` : null} />
      ${text(`register.kind.${value}`)}
    </label>`;
  };
  return page(frame, {
    title: text('register.title'),
    formId: 'register',
    // Validated first, then submitted with the solved challenge.
    head: html`${formScript}${proofScript}`,
    body: html`<h1>${text('register.title')}</h1>
      ${notice(view.notice)}
      <noscript>${notice(text('register.proof-script'))}</noscript>
      <form id="register" method="post" novalidate action="${view.base}/register${query}">
        ${proofField(text, view.challenge)}
        ${
          proven
            ? provenPart(frame, form, problems, proven)
            : html`<fieldset class="choices">
                <legend>${text('register.kind')}</legend>
                ${kind('natural')} ${kind('legal')}
              </fieldset>`
        }
        ${
          !proven &&
          html`<div class="of-natural">
              ${field(text, {
                name: 'name',
                label: text('register.name'),
                hint: text('register.name.hint'),
                value: form.name,
                problem: problems.name,
                checks: ['required'],
                autofocus: focused === 'name',
                autocomplete: 'name',
                maxlength: 200,
              })}
              ${field(text, {
                name: 'pinfl',
                label: text('register.pinfl'),
                hint: text('register.pinfl.hint'),
                value: form.pinfl,
                problem: problems.pinfl,
                checks: ['required', 'pinfl'],
                mask: 'digits',
                autofocus: focused === 'pinfl',
                autocomplete: 'off',
                inputmode: 'numeric',
                maxlength: 40,
              })}
            </div>
            <div class="of-legal">
              ${field(text, {
                name: 'organisation',
                label: text('register.organisation'),
                value: form.organisation,
                problem: problems.organisation,
                checks: ['required'],
                autofocus: focused === 'organisation',
                autocomplete: 'organization',
                maxlength: 200,
              })}
              ${field(text, {
                name: 'stir',
                label: text('register.stir'),
                hint: text('register.stir.hint'),
                value: form.stir,
                problem: problems.stir,
                checks: ['required', 'stir'],
                mask: 'digits',
                autofocus: focused === 'stir',
                autocomplete: 'off',
                inputmode: 'numeric',
                maxlength: 40,
              })}
            </div>`
        }
        ${field(text, {
          name: 'phone',
          label: text('register.phone'),
          type: 'tel',
          value: form.phone || (proven?.phone ? showPhone(proven.phone) : '+998 '),
          problem: problems.phone,
          checks: ['required', 'phone'],
          mask: 'phone',
          autofocus: focused === 'phone',
          autocomplete: 'tel',
          inputmode: 'tel',
          maxlength: 40,
        })}
        ${field(text, {
          name: 'email',
          label: text('register.email'),
          type: 'email',
          value: form.email,
          problem: problems.email,
          checks: ['required', 'email'],
          autofocus: focused === 'email',
          autocomplete: 'email',
          inputmode: 'email',
        })}
        ${passwordFields(frame, problems, focused)}
        <button class="primary" type="submit">${text('register.submit')}</button>
      </form>
      <p class="aside">
        ${text('register.have-account')} <a href="${view.base}/sign-in${query}">${text('sign-in.title')}</a>
      </p>
      <form class="aside" method="post" action="${view.base}/cancel">
        <button class="quiet" type="submit">${text('cancel')}</button>
      </form>`,
  });
}

/** What an outside service vouched for, and the name where it gave none. */
function provenPart(
  { text }: PageFrame,
  form: RegistrationForm,
  problems: FieldProblems,
  { field: of, value, name, way }: ProvenNumber,
): Html {
  const isEntity = of === 'stir';
  const typedName = isEntity || form.name !== name;
  return html`<p>${text('outside.proven', { way: WAY_NAMES[way] })}</p>
    <dl class="proven">
      <dt>${text(isEntity ? 'register.stir' : 'register.pinfl')}</dt>
      <dd>${value}</dd>
      ${
        !typedName &&
        html`<dt>${text('register.name')}</dt>
          <dd>${name}</dd>`
      }
    </dl>
    ${
      typedName &&
      field(text, {
        name: isEntity ? 'organisation' : 'name',
        label: text(isEntity ? 'register.organisation' : 'register.name'),
        value: isEntity ? form.organisation : form.name,
        problem: isEntity ? problems.organisation : problems.name,
        checks: ['required'],
        autocomplete: isEntity ? 'organization' : 'name',
        maxlength: 200,
      })
    }`;
}
