import type { FieldProblem } from '../registration.ts';
import type { SiteText } from '../site-texts.ts';
import { html, type Html } from './html.ts';

/** Checks made by the page's script; the server repeats them. */
type FieldCheck = Extract<
  FieldProblem,
  'required' | 'phone' | 'email' | 'pinfl' | 'stir' | 'password-short' | 'password-guessable' | 'repeat'
>;

export interface FieldOptions {
  name: string;
  label: string;
  type?: 'text' | 'tel' | 'email' | 'password';
  value?: string;
  hint?: string;
  problem?: FieldProblem | undefined;
  autocomplete: string;
  inputmode?: 'numeric' | 'tel' | 'email' | 'text';
  maxlength?: number;
  /** In order: the first that fails is shown. */
  checks?: readonly FieldCheck[];
  /** How the page's script formats the input. */
  mask?: 'phone' | 'digits';
  autofocus?: boolean;
}

/** A labelled input with its error below it, announced together. */
export function field(text: SiteText, options: FieldOptions): Html {
  const { name, problem, hint, checks = [], mask } = options;
  const described = [hint ? `${name}-hint` : '', problem ? `${name}-problem` : ''].filter(Boolean).join(' ');
  const sentences = Object.fromEntries(checks.map((check) => [check, text(`problem.${check}`)]));
  const input = html`<input
    id="${name}"
    name="${name}"
    type="${options.type ?? 'text'}"
    value="${options.value ?? ''}"
    autocomplete="${options.autocomplete}"
    inputmode="${options.inputmode ?? 'text'}"
    maxlength="${options.maxlength ?? 254}"
    ${checks.includes('required') ? html`aria-required="true"` : null}
    ${checks.length > 0 ? html`data-checks="${JSON.stringify(sentences)}"` : null}
    ${mask ? html`data-mask="${mask}"` : null}
    ${options.autofocus ? html`autofocus` : null}
    ${described ? html`aria-describedby="${described}"` : null}
    ${problem ? html`aria-invalid="true"` : null}
  />`;
  return html`<div class="field">
    <label for="${name}">${options.label}</label>
    ${options.type === 'password' ? withReveal(text, name, input) : input}
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
    ${problem ? html`<p class="problem" id="${name}-problem">${text(`problem.${problem}`)}</p>` : null}
  </div>`;
}

/** Hidden until the script shows it, because it needs one. */
const withReveal = (text: SiteText, name: string, input: Html): Html =>
  html`<div class="secret">
    ${input}
    <button type="button" class="reveal" aria-controls="${name}" aria-pressed="false" hidden>
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" focusable="false">
        <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
        <circle cx="12" cy="12" r="3" />
        <path class="stroke" d="M4 4l16 16" />
      </svg>
      <span class="unseen">${text('password.show')}</span>
    </button>
  </div>`;

/** The first of these fields, in page order, that has an error. */
export const firstWrong = <Name extends string>(
  order: readonly Name[],
  problems: Partial<Record<Name, FieldProblem>>,
): Name | undefined => order.find((name) => problems[name] !== undefined);

/** A message above the form: what went wrong and what to do. */
export const notice = (sentence: string | null): Html | null =>
  sentence === null ? null : html`<p class="notice" role="alert">${sentence}</p>`;

/** Messages of the form, the mask of phones and the button that shows a password. */
export const formScript: Html = html`<script type="module" src="/assets/form.js"></script>`;
