import { parseEmail } from '#shared/validation/email.ts';
import { dialled, isWholePhone } from '#client/ui/input-filters/phone.ts';

/** The form as typed. */
export interface ContactFields {
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
}

/** The same, as the server takes it. */
export interface SentMessage {
  name: string;
  email: string | null;
  phone: string | null;
  subject: string;
  message: string;
}

/** What the phone field holds while no digit is typed after the country code. */
export const isNoPhone = (phone: string): boolean => phone.replace(/\D/g, '').replace(/^998/, '') === '';

/** A whole number, of this country or another, as the server takes it; null for anything else. */
export function phoneOf(shown: string): string | null {
  const number = dialled(shown);
  return isWholePhone(shown) && /^\+\d{9,15}$/.test(number) ? number : null;
}

export function sentMessage(fields: ContactFields): SentMessage {
  return {
    name: fields.name.trim(),
    email: fields.email.trim() === '' ? null : parseEmail(fields.email),
    phone: isNoPhone(fields.phone) ? null : phoneOf(fields.phone),
    subject: fields.subject,
    message: fields.message.trim(),
  };
}

/** Answers the id of a message: the same one while nothing in it changes, a new one for another message. */
export function newIntent(newId: () => string = () => crypto.randomUUID()) {
  let known: { key: string; id: string } | null = null;
  return (message: SentMessage): string => {
    const key = JSON.stringify(message);
    if (known?.key !== key) known = { key, id: newId() };
    return known.id;
  };
}
