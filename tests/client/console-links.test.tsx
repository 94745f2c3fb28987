import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { RecordLink } from '#client/entities/staff-work/record-link.tsx';
import { useSession } from '#client/lib/session.ts';
import { show } from './page.tsx';

const PERSON = { id: '0b7c6a3e-2f6e-4c8f-9a55-6a1f3ac0d001', name: 'Mehribon' };
const as = (...roles: string[]) => useSession.setState({ me: { id: 'me', roles } as never });

describe('somebody in a list of staff', () => {
  it('opens their page for those who may read it', () => {
    as('operator');
    show(<PersonLink person={PERSON} />);
    expect(screen.getByRole('link', { name: 'Mehribon' })).toHaveAttribute(
      'href',
      `/console/accounts/${PERSON.id}`,
    );
  });

  it('is a name for the others, and an id where the name is erased', () => {
    as('moderator');
    show(<PersonLink person={{ ...PERSON, name: '' }} />);
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText(PERSON.id)).toBeVisible();
  });
});

describe('another record', () => {
  beforeEach(() => as('administrator'));

  it.each([
    ['order', '12', '/console/orders/12'],
    ['lot', '7', '/lot-view/7'],
    ['person', PERSON.id, `/console/accounts/${PERSON.id}`],
    ['account', PERSON.id, `/console/accounts/${PERSON.id}`],
    ['number-claim', '3', '/console/number-claims/3'],
    ['order-import', '4', '/console/order-imports/4'],
    ['incident', '5', '/console/incidents/5'],
    ['anomaly-flag', '6', '/console/anomaly-flags/6'],
    ['refund', '9', '/console/records/refund/9'],
    ['hold', '9', '/console/records/hold/9'],
    ['staff-task', '9', '/console/records/staff-task/9'],
    ['protocol', 'P-2026-000001', '/console/records/protocol/P-2026-000001'],
  ])('opens the page of %s %s', (kind, id, address) => {
    show(
      <RecordLink kind={kind} number={id}>
        it
      </RecordLink>,
    );
    expect(screen.getByRole('link', { name: 'it' })).toHaveAttribute('href', address);
  });

  it.each([
    ['payments.too-late', ''],
    ['room-request', '9'],
  ])('stays a text where %s %s has no page', (kind, id) => {
    show(
      <RecordLink kind={kind} number={id}>
        it
      </RecordLink>,
    );
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('it')).toBeVisible();
  });

  it.each([
    ['person', PERSON.id],
    ['refund', '9'],
    ['bank-line', '9'],
  ])('stays a text for a role that does not read %s', (kind, id) => {
    as('moderator');
    show(
      <RecordLink kind={kind} number={id}>
        it
      </RecordLink>,
    );
    expect(screen.queryByRole('link')).toBeNull();
  });
});
