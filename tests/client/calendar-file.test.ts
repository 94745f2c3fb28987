import { describe, expect, it } from 'vitest';
import { calendarFile, type CalendarEvent } from '#client/lib/calendar-file.ts';

const event: CalendarEvent = {
  id: 'lot-7@savdo.example',
  title: 'Auksion: Cobalt, 2021; "oq" \\ tez',
  text: 'Birinchi qator\nIkkinchi, qator',
  place: 'Toshkent, Mirobod',
  url: 'https://savdo.example/lot-view/7',
  // 26.11.2026 09:00 in Tashkent.
  startsAtMs: Date.UTC(2026, 10, 26, 4),
  endsAtMs: Date.UTC(2026, 10, 26, 6),
  reminder: 'Yarim soatdan keyin',
};
const file = (change: Partial<CalendarEvent> = {}) =>
  calendarFile({ ...event, ...change }, Date.UTC(2026, 10, 21, 5, 4, 3));
/** Lines with their continuations joined again, as a calendar reads them. */
const lines = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

describe('calendar file', () => {
  it('gives the times on clocks in Tashkent, with the zone beside them', () => {
    expect(lines(file())).toEqual(
      expect.arrayContaining([
        'DTSTART;TZID=Asia/Tashkent:20261126T090000',
        'DTEND;TZID=Asia/Tashkent:20261126T110000',
        'DTSTAMP:20261121T050403Z',
        'TZID:Asia/Tashkent',
        'TZOFFSETTO:+0500',
      ]),
    );
  });

  it('writes commas, semicolons, backslashes and line breaks so that no calendar stumbles', () => {
    expect(lines(file())).toEqual(
      expect.arrayContaining([
        String.raw`SUMMARY:Auksion: Cobalt\, 2021\; "oq" \\ tez`,
        String.raw`DESCRIPTION:Birinchi qator\nIkkinchi\, qator`,
        String.raw`LOCATION:Toshkent\, Mirobod`,
      ]),
    );
  });

  it('lets no text begin a line of its own', () => {
    const text = file({ title: 'A\r\nEND:VEVENT\rX', place: 'B\nATTENDEE:x' });
    expect(lines(text).filter((line) => line === 'END:VEVENT')).toHaveLength(1);
    expect(text).not.toContain('\nATTENDEE');
  });

  it('keeps every line within 75 octets without cutting a letter, and ends each with CRLF', () => {
    const title = 'Ёқилғи '.repeat(30).trim();
    const text = file({ title });
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(lines(text)).toContain(`SUMMARY:${title}`);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});
