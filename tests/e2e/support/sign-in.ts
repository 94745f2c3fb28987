import type { Page } from '@playwright/test';

/** Fills the form of the identity site and waits to be back at the own path, with its query. */
export async function fillSignIn(page: Page, phone: string, password: string, backAt: string): Promise<void> {
  await page.locator('input[name="login"]').fill(phone);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('input[name="password"]').press('Enter');
  await page.waitForURL((url) => `${url.pathname}${url.search}` === backAt);
}

/** Signs in through the identity site, coming back to `path` of the product. */
export async function signInAt(page: Page, phone: string, password: string, path: string): Promise<void> {
  await page.goto(`/api/shop/auth/login?return=${encodeURIComponent(path)}`);
  await fillSignIn(page, phone, password, path);
}
