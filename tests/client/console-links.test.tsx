import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PersonLink } from '#client/entities/person/person-link.tsx';
import { SubjectLink } from '#client/entities/staff-work/subject-link.tsx';
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

describe('what an action was about', () => {
  it.each([
    ['order', '12', '/console/orders/12'],
    ['lot', '7', '/lot-view/7'],
    ['person', PERSON.id, `/console/accounts/${PERSON.id}`],
    ['account', PERSON.id, `/console/accounts/${PERSON.id}`],
    ['number-claim', '3', '/console/number-claims/3'],
    ['order-import', '4', '/console/order-imports/4'],
  ])('opens the page of %s %s', (kind, id, address) => {
    show(
      <SubjectLink kind={kind} id={id}>
        it
      </SubjectLink>,
    );
    expect(screen.getByRole('link', { name: 'it' })).toHaveAttribute('href', address);
  });

  it.each([
    ['payments.too-late', ''],
    ['refund', '9'],
  ])('stays a text where %s %s has no page', (kind, id) => {
    show(
      <SubjectLink kind={kind} id={id}>
        it
      </SubjectLink>,
    );
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('it')).toBeVisible();
  });
});
