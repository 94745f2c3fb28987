import { tashkentDateTime } from '#shared/time/tashkent.ts';
import type { StoredSandboxMessage } from './sandbox-outbox.repository.ts';

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign);

/** Highlights codes, for which the page is opened. */
const body = (text: string): string => escape(text).replace(/(?<!\d)\d{6}(?!\d)/g, '<strong>$&</strong>');

const NAMES = { email: 'E-mail', sms: 'SMS', telegram: 'Telegram' } as const;

function article(message: StoredSandboxMessage): string {
  return `<article data-channel="${message.channel}">
<header><b>${NAMES[message.channel]}</b> <span>${escape(message.recipient)}</span> <time>${tashkentDateTime(message.sentAt.getTime())}</time></header>
${message.subject === null ? '' : `<h2>${escape(message.subject)}</h2>`}
<p>${body(message.body)}</p>
</article>`;
}

const STYLE = `
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:44rem;margin:0 auto;padding:1rem}
.note{border:1px solid #b45309;border-radius:.5rem;padding:.5rem .75rem;background:#f59e0b22}
article{border:1px solid #8885;border-radius:.5rem;padding:.75rem;margin:.75rem 0;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:.25rem .75rem;font-size:.875rem}
time{margin-inline-start:auto;opacity:.8}
h2{font-size:1rem;margin:.5rem 0 0}p{margin:.5rem 0 0;white-space:pre-wrap}
strong{font-size:1.25em;letter-spacing:.08em}`;

/** The page reloads itself; it needs no script. For developers, so in English alone. */
export const outboxPage = (messages: readonly StoredSandboxMessage[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="refresh" content="5"><meta name="robots" content="noindex"><title>Development outbox</title>
<style>${STYLE}</style></head><body>
<h1>Development outbox</h1>
<p class="note">Nothing here was really sent: local stand-ins took it in place of an SMS gateway, a mail server and Telegram.</p>
${messages.length === 0 ? '<p>Nothing yet. Codes and messages appear here within seconds.</p>' : messages.map(article).join('\n')}
</body></html>`;
