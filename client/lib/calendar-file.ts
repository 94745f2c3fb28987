import { tashkentParts } from '#shared/time/tashkent.ts';

export interface CalendarEvent {
  /** Same id, same event: adding it twice moves it instead of doubling it. */
  id: string;
  title: string;
  text: string;
  place: string;
  url: string;
  startsAtMs: number;
  endsAtMs: number;
  /** What the alarm says half an hour before. */
  reminder: string;
}

/** RFC 5545: lines of at most 75 octets; a longer one goes on after a line break and one space. */
const LINE_OCTETS = 75;

/** The browser has read the file by then. */
const REVOKE_AFTER_MS = 1_000;

const two = (value: number) => String(value).padStart(2, '0');

function local(atMs: number): string {
  const p = tashkentParts(atMs);
  return `${p.year}${two(p.month)}${two(p.day)}T${two(p.hour)}${two(p.minute)}${two(p.second)}`;
}

const utc = (atMs: number) => `${new Date(atMs).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`;

/** Text values: backslash, semicolon, comma and line breaks are written with a backslash. */
const escaped = (text: string) =>
  text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r\n|\r|\n/g, String.raw`\n`);

function folded(line: string): string {
  const lines: string[] = [];
  let part = '';
  let octets = 0;
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (octets + size > LINE_OCTETS) {
      lines.push(part);
      part = ' ';
      octets = 1;
    }
    part += sign;
    octets += size;
  }
  return [...lines, part].join('\r\n');
}

/** An iCalendar file of one event in Tashkent's time, with an alarm half an hour before. @param nowMs when it was made */
export function calendarFile(event: CalendarEvent, nowMs: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Savdo//Auctions//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VTIMEZONE',
    'TZID:Asia/Tashkent',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0500',
    'TZOFFSETTO:+0500',
    'TZNAME:UZT',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${utc(nowMs)}`,
    `DTSTART;TZID=Asia/Tashkent:${local(event.startsAtMs)}`,
    `DTEND;TZID=Asia/Tashkent:${local(event.endsAtMs)}`,
    `SUMMARY:${escaped(event.title)}`,
    `DESCRIPTION:${escaped(event.text)}`,
    `LOCATION:${escaped(event.place)}`,
    `URL:${event.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(event.reminder)}`,
    'TRIGGER:-PT30M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

/** Saves the event as a file, which opens in the person's calendar. @param name of the file, without its ending */
export function saveCalendarFile(event: CalendarEvent, name: string, nowMs: number): void {
  const file = new Blob([calendarFile(event, nowMs)], { type: 'text/calendar;charset=utf-8' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}.ics`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_AFTER_MS);
}
