import { readFileSync } from 'node:fs';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { IntentState } from '#client/features/site/room/bid-intent.ts';
import { BidPanel } from '#client/features/site/room/bid-panel.tsx';
import { statusKind } from '#client/features/site/room/bid-status.ts';
import { emptyRoom } from '#client/features/site/room/room-store.ts';
import { loadNamespaces, startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { head, me, price, room } from './room-fixtures.ts';
import { roomStore, showInRoom } from './room-place.tsx';

const intent = {
  kind: 'offer' as const,
  bidId: 'bid-00000001',
  amountTiyin: 105_00,
  sentEpoch: 1,
};
const confirmed: IntentState = {
  step: 'confirmed',
  intent,
  atMs: 900_000,
  seq: 3,
  leading: true,
  asleep: false,
};
const refused: IntentState = {
  step: 'refused',
  intent,
  reason: 'below-suggested',
  suggestedTiyin: 110_00,
  limitTiyin: 0,
  mostTiyin: 0,
};

const mine = price(3, 1, 105_00);
const leading = room({ me: { ...me, leading: true }, head: head(3, { priceTiyin: 105_00 }), prices: [mine] });
const outbid = room({
  me,
  head: head(4, { priceTiyin: 110_00, suggestedTiyin: 115_00, leaderNumber: 2 }),
  prices: [mine, price(4, 2, 110_00)],
});

beforeEach(async () => {
  await startI18n();
  await loadNamespaces(['room']);
  await switchLanguage('uz');
  roomStore.setState(emptyRoom);
});

describe('the status of the panel', () => {
  it.each([
    ['an intent that is being sent', leading, { step: 'sending', intent }, 'sending'],
    ['an intent without an answer', leading, { step: 'unknown', intent }, 'unknown'],
    ['a refusal', outbid, refused, 'refused'],
    ['the lead', leading, confirmed, 'leading'],
    ['the lead the answer brought before the room did', room({ me, head: head(2) }), confirmed, 'leading'],
    ['the lost lead, whatever was confirmed before', outbid, confirmed, 'outbid'],
    ['the pause', room({ me, head: head(3, { phase: 'paused' }) }), { step: 'idle' }, 'paused'],
    ['the lead through a pause', { ...leading, head: head(3, { phase: 'paused' }) }, confirmed, 'leading'],
    ['that nothing was offered yet', room({ me }), { step: 'idle' }, 'ready'],
  ] satisfies [string, ReturnType<typeof room>, IntentState, string][])('tells %s', (_, state, step, kind) =>
    expect(statusKind(state, step)).toBe(kind),
  );

  it('says nothing of a confirmation once somebody offered more', () => {
    roomStore.setState({ room: outbid, intent: confirmed });
    showInRoom(<BidPanel room={outbid} />);
    const status = screen.getByTestId('bid-status');
    expect(status).toHaveTextContent('Sizdan yuqori narx taklif qilindi');
    expect(status).not.toHaveTextContent(/tasdiqlandi/);
  });

  it('says when the leading offer was confirmed', () => {
    roomStore.setState({ room: leading, intent: confirmed });
    showInRoom(<BidPanel room={leading} />);
    expect(screen.getByTestId('bid-status')).toHaveTextContent(/Siz yetakchisiz.*da tasdiqlandi: 105 UZS/);
  });

  it('names the price that passes now, not the one that passed when it was refused', () => {
    roomStore.setState({ room: outbid, intent: refused });
    showInRoom(<BidPanel room={outbid} />);
    expect(screen.getByTestId('bid-status')).toHaveTextContent('115 UZS');
  });
});

it('keeps its words in place whatever it is about: one width of border, one padding', () => {
  const css = readFileSync('client/features/site/room/bid-status.module.css', 'utf8');
  const rules = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)];
  const ofKinds = rules.filter(([, selector]) => selector?.includes('data-kind'));
  expect(ofKinds.length).toBeGreaterThan(3);
  for (const [, selector, body] of ofKinds)
    expect(body, selector?.trim()).not.toMatch(/(^|[\s;])(padding[\w-]*|border|border-width|gap|height):/m);
});
