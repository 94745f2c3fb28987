import type { RegisterOptions } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { CONTACT_LIMITS } from '#shared/api/site/site.ts';
import { parseEmail } from '#shared/validation/email.ts';
import { isNoPhone, phoneOf, type ContactFields } from './message.ts';

const SHORTEST_MESSAGE = 10;

type Rules = { [Name in keyof ContactFields]: RegisterOptions<ContactFields, Name> };

/** What the form asks for, each refusal in words; the server asks the same. */
export function useContactRules(): Rules {
  const { t } = useTranslation('contact');
  const noWay = (fields: ContactFields) => fields.email.trim() === '' && isNoPhone(fields.phone);
  return {
    name: {
      validate: (name) => name.trim() !== '' || t('form.problem.name'),
      maxLength: { value: CONTACT_LIMITS.name, message: t('form.problem.long') },
    },
    phone: {
      validate: (phone, fields) => {
        if (isNoPhone(phone)) return noWay(fields) ? t('form.problem.contact') : true;
        return phoneOf(phone) !== null || t('form.problem.phone');
      },
    },
    email: {
      validate: (email, fields) => {
        if (email.trim() === '') return noWay(fields) ? t('form.problem.contact') : true;
        return parseEmail(email) !== null || t('form.problem.email');
      },
    },
    subject: { validate: (subject) => subject !== '' || t('form.problem.subject') },
    message: {
      validate: (message) =>
        message.trim().length >= SHORTEST_MESSAGE || t('form.problem.message', { count: SHORTEST_MESSAGE }),
      maxLength: { value: CONTACT_LIMITS.message, message: t('form.problem.long') },
    },
  };
}
