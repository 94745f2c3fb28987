import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { TimeNotes } from '#client/features/site/room/time-notes.tsx';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { room } from './room-fixtures.ts';
import { show } from './page.tsx';

const OVERTIME = { windowMs: 600_000, extendToMs: 600_000 };

beforeEach(async () => {
  await startI18n();
  await switchLanguage('en');
  await loadNamespaces(['room']);
});

function open(overtime: { windowMs: number; extendToMs: number; capMs?: number; dailyStop?: number }) {
  const shown = room({});
  show(<TimeNotes room={{ ...shown, rules: { ...shown.rules, overtime } }} />);
}

describe('what the room says of overtime before it begins', () => {
  it('names the latest end and the night stop where the rules have them', () => {
    open({ ...OVERTIME, capMs: 3_600_000, dailyStop: 23 * 60 + 30 });
    const rule = screen.getByText(/^An offer in the last/);
    expect(rule).toHaveTextContent(/Never past .+\./);
    expect(rule).toHaveTextContent('Not extended past 23:30 of the day.');
  });

  it('says nothing of what the rules do not have', () => {
    open(OVERTIME);
    expect(screen.getByText(/^An offer in the last/)).not.toHaveTextContent(/Never past|of the day/);
  });
});
