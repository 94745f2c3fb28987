import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSession } from '#client/lib/session.ts';
import type { OrderDetails } from '#shared/api/cabinet/orders.ts';
import {
  ACCESS,
  address,
  CREATE,
  details,
  DOCUMENTS,
  files,
  get,
  image,
  IMAGES,
  LIST,
  listOf,
  open,
  order,
  paper,
  refusal,
  row,
  SAVE,
  saved,
  signInToForm,
} from './order-form-fixture.tsx';
import type { Answers } from './page.tsx';
import { inAll } from './sale-fixture.ts';

beforeEach(signInToForm);

describe('beginning an order', () => {
  it('asks a visitor to sign in and come back, and nothing of the server', () => {
    useSession.setState({ user: null });
    const { asked } = open({});
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute(
      'href',
      expect.stringContaining('/api/shop/auth/login?return='),
    );
    expect(asked).toEqual([]);
  });

  it.each([
    [{ reason: 'role' }, /role of a customer/, 'Change the role', '/profile/my-data'],
    [
      { reason: 'profile', missing: ['address', 'bankRequisites'] },
      /Missing: address, bank requisites/,
      'Complete the profile',
      '/profile/my-data#address',
    ],
    [{ reason: 'offer' }, /Sign the public offer/, 'Sign the offer', '/profile/contracts'],
    [{ reason: 'barred', until: '2027-01-31' }, /until 31\.01\.2027/, 'Contact the operator', '/contact'],
  ])('says what prevents it, and the way on: %o', async (verdict, words, link, href) => {
    open({ [LIST]: listOf(), [ACCESS]: { body: { allowed: false, ...verdict } } });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByRole('link', { name: link })).toHaveAttribute('href', href);
    expect(screen.queryByRole('button', { name: 'Begin an order' })).toBeNull();
  });

  it('makes one draft, also when the answer to the first press was lost', async () => {
    const answers: Answers = {
      [LIST]: listOf(),
      [ACCESS]: { body: { allowed: true } },
      [CREATE]: { status: 503, body: { ERROR: { code: 'x', message: 'Not now.' } } },
      [IMAGES]: files(),
      [DOCUMENTS]: files(),
      [get(7)]: { body: details(7) },
    };
    const { bodies } = open(answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Begin an order' }));
    expect(await screen.findByText('Not now.')).toBeVisible();
    answers[CREATE] = { body: { verdict: 'created', repeated: true, order: order(7) } };
    await userEvent.click(screen.getByRole('button', { name: 'Begin an order' }));
    await waitFor(() => expect(address()).toBe('/order-create?order=7'));
    const [first, second] = bodies(CREATE) as { requestId: string }[];
    expect(second?.requestId).toBe(first?.requestId);
    expect(await screen.findByRole('heading', { name: 'What do you sell?' })).toBeVisible();
  });
});

describe('the photos and documents of an order', () => {
  const whole: Answers = {
    [get(8)]: { body: details(8) },
    [IMAGES]: files(image(1), image(2), image(3, { visible: false })),
    [DOCUMENTS]: files(paper(4)),
  };
  const PHOTOS = '/order-create?order=8';

  it('are on its first and sixth steps', async () => {
    open(whole, PHOTOS);
    const photos = await screen.findAllByTestId('photo');
    expect(within(photos[0]!).getByText('Main')).toBeVisible();
    expect(within(photos[2]!).getByText('Hidden')).toBeVisible();
    expect(screen.getByTestId('draft-state')).toHaveTextContent(/^Saved at .*12:31/);
    await userEvent.click(screen.getByTestId('step-documents'));
    expect(address()).toBe('/order-create?order=8&step=documents');
    expect(screen.getByRole('link', { name: 'Kadastr.pdf' })).toHaveAttribute(
      'href',
      '/api/shop/file/document/4',
    );
  });

  it('changes its main photo at once, and puts it back when the server refuses', async () => {
    const main = 'POST /api/shop/file/images/mark-as-main';
    const { bodies } = open(
      { ...whole, [main]: { status: 409, body: { ERROR: { code: 'x', message: 'Too late.' } } } },
      PHOTOS,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Photo 2 is the main one' }));
    expect(await screen.findByText('Too late.')).toBeVisible();
    expect(bodies(main)).toEqual([{ owner: 'order', ownerId: 8, fileId: 2 }]);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Photo 1 is the main one' })).toHaveAttribute(
        'aria-pressed',
        'true',
      ),
    );
  });

  it('moves a photo without dragging, in its own window', async () => {
    const arrange = 'POST /api/shop/file/images/arrange';
    const answers: Answers = { ...whole, [arrange]: files(image(2), image(1), image(3)) };
    const { bodies } = open(answers, PHOTOS);
    await userEvent.click(await screen.findByRole('button', { name: 'Open photo 2: photo-2.jpg' }));
    answers[IMAGES] = answers[arrange];
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Photo 2 of 3', { selector: '[role="status"]' })).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Earlier' }));
    await waitFor(() =>
      expect(bodies(arrange)).toEqual([{ owner: 'order', ownerId: 8, fileIds: [2, 1, 3] }]),
    );
    expect(dialog.getByText('Photo 1 of 3', { selector: '[role="status"]' })).toBeInTheDocument();
  });

  it('refuses at once what cannot be taken, and names it', async () => {
    open(whole, PHOTOS);
    await screen.findAllByTestId('photo');
    const chooser = screen.getByTestId<HTMLInputElement>('choose-images');
    await userEvent.upload(chooser, [new File(['x'], 'notes.txt', { type: 'text/plain' })], {
      applyAccept: false,
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('notes.txt: Files of this type are not accepted.');
    await userEvent.click(within(alert).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('drafts', () => {
  it('are offered to go on with, and deleted after a question with the version that was seen', async () => {
    const remove = 'POST /api/shop/order/delete-order';
    const { bodies } = open({ [LIST]: listOf(row(8), row(9)), [remove]: { body: { deleted: true } } });
    expect(await screen.findByRole('link', { name: 'Order No 8' })).toHaveAttribute(
      'href',
      '/order-create?order=8',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Delete order No 9' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Order No 9 was deleted.')).toBeVisible();
    expect(bodies(remove)).toEqual([{ orderId: 9, version: 1 }]);
  });

  it('of somebody else are not there, and the page says so', async () => {
    open({}, '/order-create?order=77');
    expect(await screen.findByText('There is no such order')).toBeVisible();
    expect(screen.getByRole('link', { name: 'My drafts' })).toHaveAttribute('href', '/order-create');
  });

  it('that were sent are no longer edited', async () => {
    open({ [get(8)]: { body: details(8, { order: order(8, 3, 'sent') }) } }, '/order-create?order=8');
    expect(await screen.findByText('Order No 8 was sent')).toBeVisible();
    expect(screen.queryByTestId('draft-state')).toBeNull();
  });
});

describe('the form', () => {
  const at = (step: string) => `/order-create?order=8&step=${step}`;
  const state = () => screen.getByTestId('draft-state');

  it('saves by itself and says when, with the version it was made on', async () => {
    const { bodies } = open({ [get(8)]: { body: details(8) }, [SAVE]: saved(2) }, at('kind'));
    await userEvent.click(await screen.findByRole('radio', { name: /Private property/ }));
    await userEvent.click(screen.getByRole('radio', { name: /^Auction/ }));
    await waitFor(() => expect(state()).toHaveTextContent(/Saved at \d\d:\d\d:\d\d/));
    expect(bodies(SAVE)).toEqual([
      {
        orderId: 8,
        version: 1,
        fields: { orderType: 'private', ruleSet: 'private', choices: null, tradeType: 'auction' },
      },
    ]);
  });

  it('keeps what was typed while the session is over, and saves it on the page after the sign-in', async () => {
    const answers: Answers = { [get(8)]: { body: details(8) }, [SAVE]: refusal(401, 'unauthorised') };
    const first = open(answers, at('place'));
    await userEvent.type(await screen.findByLabelText('E-mail'), 'a@b.uz');
    await userEvent.tab();
    expect(await screen.findByText(/Your session has ended. Nothing is lost/)).toBeVisible();
    expect(within(state()).getByRole('link', { name: 'Sign in' })).toBeVisible();
    first.unmount();
    answers[SAVE] = saved(2);
    const { bodies } = open(answers, at('place'));
    expect(await screen.findByLabelText('E-mail')).toHaveValue('a@b.uz');
    await waitFor(() => expect(bodies(SAVE).at(-1)).toMatchObject({ fields: { email: 'a@b.uz' } }));
    await waitFor(() => expect(state()).toHaveTextContent('Saved at'));
  });

  it('changed in another tab asks whose words count', async () => {
    const answers: Answers = { [get(8)]: { body: details(8) }, [SAVE]: refusal(409, 'orders.changed') };
    const { bodies } = open(answers, at('place'));
    const field = await screen.findByLabelText('E-mail');
    answers[get(8)] = { body: details(8, { order: order(8, 4), fields: { email: 'theirs@b.uz' } }) };
    await userEvent.type(field, 'mine@b.uz');
    const question = await screen.findByRole('alert');
    expect(question).toHaveTextContent(/these parts are different now: E-mail/);
    answers[SAVE] = saved(5);
    await userEvent.click(within(question).getByRole('button', { name: 'Keep what I typed here' }));
    await waitFor(() =>
      expect(bodies(SAVE).at(-1)).toEqual({ orderId: 8, version: 4, fields: { email: 'mine@b.uz' } }),
    );
  });

  it('begins with the name, the photos and the price, in this order', async () => {
    open({ [get(8)]: { body: details(8) }, [IMAGES]: files() }, '/order-create?order=8');
    const step = await screen.findByTestId('form-thing');
    const places = [
      within(step).getByLabelText('Name (Uzbek)'),
      await within(step).findByTestId('choose-images'),
      within(step).getByLabelText('Start price'),
    ];
    for (const [i, place] of places.slice(1).entries())
      expect(places[i]!.compareDocumentPosition(place)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('link', { name: 'Next: Sale' })).toBeVisible();
  });

  it('folds what may stay empty, until it holds something or a link leads to it', async () => {
    const drawn = open({ [get(8)]: { body: details(8) } }, at('place'));
    expect(await screen.findByLabelText('Phone')).toBeVisible();
    expect(screen.getByLabelText('E-mail')).not.toBeVisible();
    await userEvent.click(screen.getByText('More'));
    expect(screen.getByLabelText('E-mail')).toBeVisible();
    drawn.unmount();
    const filled = open({ [get(8)]: { body: details(8, { fields: { email: 'a@b.uz' } }) } }, at('place'));
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
    filled.unmount();
    open({ [get(8)]: { body: details(8) } }, `${at('place')}#field-email`);
    expect(await screen.findByLabelText('E-mail')).toBeVisible();
  });

  it('blames an empty field once it was left, and a wrong one at once', async () => {
    const problems: OrderDetails['problems'] = [
      { field: 'quantity', problem: 'required' },
      { field: 'description', part: 'uz', problem: 'too-short', details: { min: 10 } },
    ];
    open(
      { [get(8)]: { body: details(8, { problems, fields: { description: { uz: 'Uy', ru: '' } } }) } },
      at('property'),
    );
    expect(await screen.findByText('Too short: write at least 10 letters.')).toBeVisible();
    expect(screen.queryByText('This field must be filled in.')).toBeNull();
    await userEvent.click(screen.getByLabelText('Count'));
    await userEvent.tab();
    expect(await screen.findByText('This field must be filled in.')).toBeVisible();
  });

  it('sets the kind of property that goes with the category, and offers no other', async () => {
    const named = (id: string) => ({ id, label: inAll(id), hidden: false });
    const category = (id: number, name: string, ...propertyTypes: string[]) => ({
      id,
      name: inAll(name),
      icon: 'box',
      iconUrl: '/box',
      propertyTypes,
    });
    const group = (id: number, ...categories: object[]) => ({
      id,
      name: inAll('group'),
      icon: 'box',
      iconUrl: '/box',
      categories,
    });
    const { bodies } = open(
      {
        [get(8)]: { body: details(8, { fields: { propertyType: 'rights' } }) },
        [SAVE]: saved(2),
        'GET /api/shop/dictionaries/order-categories': {
          body: [
            group(1, category(11, 'Flats', 'immovable', 'rights')),
            group(2, category(21, 'Cars', 'movable', 'rights'), category(22, 'Shares', 'rights')),
          ],
        },
        'GET /api/shop/dictionaries/get-dynamic-list': {
          body: [named('movable'), named('immovable'), named('rights')],
        },
      },
      at('property'),
    );
    const choose = async (name: string) => {
      await screen.findByRole('option', { name });
      await userEvent.selectOptions(screen.getByLabelText('Category'), name);
    };
    const kind = await screen.findByLabelText('Kind of property');
    const offered = () =>
      within(kind)
        .getAllByRole<HTMLOptionElement>('option')
        .map(({ value }) => value)
        .filter((value) => value !== '');
    await choose('Flats');
    expect(kind).toHaveValue('rights');
    expect(offered()).toEqual(['immovable', 'rights']);
    await userEvent.selectOptions(kind, 'immovable');
    await choose('Cars');
    expect(kind).toHaveValue('movable');
    expect(offered()).toEqual(['movable', 'rights']);
    await choose('Shares');
    expect(kind).toHaveValue('rights');
    expect(offered()).toEqual(['rights']);
    await waitFor(() =>
      expect(bodies(SAVE).at(-1)).toMatchObject({ fields: { categoryId: 22, propertyType: 'rights' } }),
    );
  });

  it('offers the days to pay that the chosen rule set leaves, and names a chosen one that it does not', async () => {
    const offered = () =>
      within(screen.getByLabelText('The winner pays within'))
        .getAllByRole<HTMLOptionElement>('option')
        .flatMap(({ value, disabled }) => (value === '' || disabled ? [] : [Number(value)]));
    const fields = { paymentWorkingDays: 5 };
    const { unmount } = open({ [get(8)]: { body: details(8, { fields }) } }, at('price'));
    await screen.findByLabelText('The winner pays within');
    expect(offered()).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    unmount();
    open({ [get(8)]: { body: details(8, { fields, paymentDays: { min: 10, max: 10 } }) } }, at('price'));
    expect(await screen.findByLabelText('The winner pays within')).toHaveValue('5');
    expect(offered()).toEqual([10]);
    expect(screen.getByText('Working days after the close: 10.')).toBeVisible();
  });

  it('takes Latin letters alone for Uzbek, and says so as it is typed', async () => {
    open({ [get(8)]: { body: details(8) }, [SAVE]: saved(2) }, at('thing'));
    const name = await screen.findByLabelText('Name (Uzbek)');
    await userEvent.type(name, 'Uy дом');
    expect(name).toHaveValue('Uy ');
    expect(await screen.findByText('Please use Latin letters only in this field.')).toBeVisible();
  });

  it('says that a pair of degrees is none, and marks a typed one', async () => {
    const { bodies } = open({ [get(8)]: { body: details(8) }, [SAVE]: saved(2) }, at('place'));
    const field = await screen.findByLabelText('Coordinates');
    await userEvent.type(field, 'Toshkent');
    await userEvent.tab();
    expect(await screen.findByText(/The coordinates are not valid/)).toBeVisible();
    await userEvent.clear(field);
    await userEvent.type(field, '41.3, 69.25');
    await waitFor(() =>
      expect(bodies(SAVE).at(-1)).toMatchObject({ fields: { latitude: 41.3, longitude: 69.25 } }),
    );
  });

  it('says that the profile has no bank requisites to take', async () => {
    const profile = { body: { name: 'Aziza', requisites: null } };
    open({ [get(8)]: { body: details(8) }, 'GET /api/shop/profile': profile }, at('requisites'));
    const take = await screen.findByRole('button', { name: 'Take from my data' });
    await waitFor(() => expect(take).toBeEnabled());
    await userEvent.click(take);
    expect(await screen.findByText(/Bank info not found/)).toBeVisible();
  });

  it('shows a remark at its field and in the strip, and counts it down once the field is changed', async () => {
    const returned = details(8, {
      order: order(8, 3, 'returned'),
      fields: { email: 'a@b.uz' },
      remarks: [{ field: 'email', text: 'Give your own address.', answered: false }],
      steps: [{ step: 'place', missing: 0, problems: 0, remarks: 1 }],
    });
    const steps = [{ step: 'place', missing: 0, problems: 0, remarks: 0 }] as OrderDetails['steps'];
    open({ [get(8)]: { body: returned }, [SAVE]: saved(4, { steps }) }, at('place'));
    expect(await screen.findByText('Give your own address.')).toBeVisible();
    expect(screen.getByTestId('open-remarks')).toHaveTextContent('Remarks to answer: 1');
    await userEvent.type(screen.getByLabelText('E-mail'), 'x');
    expect(await screen.findByText('Remark answered')).toBeVisible();
    expect(screen.queryByTestId('open-remarks')).toBeNull();
  });
});
