// @vitest-environment jsdom
import '../../fixtures/client-setup.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startI18n, switchLanguage } from '#client/i18n/i18n.ts';
import { ApiError } from '#client/lib/api-error.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { notify, Toasts } from '#client/ui/toasts.tsx';
import { show } from '../../client/page.tsx';

test('what the server says is shown as text, whatever is in it', async () => {
  await startI18n();
  await switchLanguage('en');
  const message = '<img src=x onerror="document.title = \'harmed\'"><script>1</script> {{name}}';
  const error = new ApiError(422, 'any', message);
  show(
    <>
      <ErrorState error={error} onRetry={() => undefined} />
      <Toasts />
    </>,
  );
  notify('error', message);
  await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2));
  expect(document.querySelector('img, script')).toBeNull();
});
