import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { Form, FormGroup, FormProblem } from '#client/ui/form.tsx';
import { InputField } from '#client/ui/input-field.tsx';

const MISSING = 'Write a name';

function Name({ label }: { label: string }) {
  const [name, setName] = useState('');
  return (
    <InputField
      label={label}
      problem={name === '' ? MISSING : null}
      value={name}
      onChange={({ target }) => setName(target.value)}
    />
  );
}

const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('problems are shown by the first attempt, which goes to the first field that has one and sends nothing', () => {
  const sent = vi.fn<() => void>();
  render(
    <Form onSubmit={sent}>
      <Name label="First" />
      <Name label="Second" />
      <Name label="Third" />
      <button type="submit">Send</button>
    </Form>,
  );
  write('First', 'Anvar');
  expect(screen.queryByText(MISSING)).toBeNull();
  press('Send');
  expect(screen.getAllByText(MISSING)).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByLabelText('Second'));
  write('Second', 'Karim');
  press('Send');
  expect(document.activeElement).toBe(screen.getByLabelText('Third'));
  expect(sent).not.toHaveBeenCalled();
  write('Third', 'Zuhra');
  press('Send');
  expect(sent).toHaveBeenCalledOnce();
});

test('a problem ends with the field that had it, and one of no field keeps the form back too', () => {
  const sent = vi.fn<() => void>();
  const form = (withField: boolean, problem: string | null) => (
    <Form onSubmit={sent}>
      {withField ? <Name label="Name" /> : null}
      <FormProblem problem={problem} />
      <button type="submit">Send</button>
    </Form>
  );
  const { rerender } = render(form(true, 'Choose one'));
  press('Send');
  expect(screen.getByText('Choose one').getAttribute('role')).toBe('alert');
  rerender(form(false, 'Choose one'));
  press('Send');
  expect(sent).not.toHaveBeenCalled();
  rerender(form(false, null));
  press('Send');
  expect(sent).toHaveBeenCalledOnce();
});

test('fields with a button of their own inside a form are sent alone, and keep nothing else back', () => {
  const outer = vi.fn<() => void>();
  const inner = vi.fn<() => void>();
  render(
    <Form onSubmit={outer}>
      <FormGroup onSubmit={inner}>
        {(submit) => (
          <>
            <Name label="Inner" />
            <button type="button" onClick={submit}>
              Add
            </button>
          </>
        )}
      </FormGroup>
      <button type="submit">Send</button>
    </Form>,
  );
  fireEvent.keyDown(screen.getByLabelText('Inner'), { key: 'Enter' });
  expect(screen.getByText(MISSING)).toBeTruthy();
  write('Inner', 'Anvar');
  press('Add');
  expect(inner).toHaveBeenCalledOnce();
  write('Inner', '');
  press('Send');
  expect(outer).toHaveBeenCalledOnce();
});

test('without a form a problem is shown at once', () => {
  render(<Name label="Name" />);
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
});
