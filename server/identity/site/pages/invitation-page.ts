import { showPhone } from '#shared/validation/phone.ts';
import type { FieldProblems } from '../registration.ts';
import { firstWrong, formScript, notice } from './form-fields.ts';
import { html } from './html.ts';
import { page, type PageFrame } from './layout.ts';
import { passwordFields } from './sign-in-page.ts';

/** A person invited to the staff chooses a password; name, phone and e-mail are those that were approved. */
export function invitationPage(
  frame: PageFrame,
  view: {
    token: string;
    invitation: { name: string; phone: string; email: string };
    problems: FieldProblems;
    notice: string | null;
  },
): string {
  const { text, language } = frame;
  const { name, phone, email } = view.invitation;
  const focused = firstWrong(['password', 'repeat'], view.problems) ?? 'password';
  return page(frame, {
    title: text('invite.title'),
    formId: 'invitation',
    head: formScript,
    body: html`<h1>${text('invite.title')}</h1>
      ${notice(view.notice)}
      <p>${text('invite.why')}</p>
      <p><strong>${name}</strong><br />${showPhone(phone)}<br />${email}</p>
      <form id="invitation" method="post" novalidate action="/invitation/${view.token}?lang=${language}">
        ${passwordFields(frame, view.problems, focused)}
        <button class="primary" type="submit">${text('invite.submit')}</button>
      </form>`,
  });
}
