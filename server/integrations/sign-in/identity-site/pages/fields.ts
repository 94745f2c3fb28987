import type { FieldProblem } from '../registration.ts';
import type { SiteText } from '../texts.ts';
import { html, type Html } from './html.ts';

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
  required?: boolean;
  autofocus?: boolean;
}

/** A labelled input; what is wrong with it stands below it and is announced with it. */
export function field(text: SiteText, options: FieldOptions): Html {
  const { name, problem, hint } = options;
  const described = [hint ? `${name}-hint` : '', problem ? `${name}-problem` : ''].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${name}">${options.label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${options.type ?? 'text'}"
      value="${options.value ?? ''}"
      autocomplete="${options.autocomplete}"
      inputmode="${options.inputmode ?? 'text'}"
      maxlength="${options.maxlength ?? 254}"
      ${options.required === false ? null : html`required`}
      ${options.autofocus ? html`autofocus` : null}
      ${described ? html`aria-describedby="${described}"` : null}
      ${problem ? html`aria-invalid="true"` : null}
    />
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : null}
    ${problem ? html`<p class="problem" id="${name}-problem">${text(`problem.${problem}`)}</p>` : null}
  </div>`;
}

/** A sentence on top of the form: what went wrong and what to do. */
export const notice = (sentence: string | null): Html | null =>
  sentence === null ? null : html`<p class="notice" role="alert">${sentence}</p>`;
