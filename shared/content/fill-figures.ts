/**
 * Puts the figures of placeholders (`{{shop.deposit}}`) in place; a text that begins with a figure begins with a capital.
 * @param missing what is written for a name without a figure; it may throw
 */
export const fillPlaceholders = (
  text: string,
  figures: Readonly<Record<string, string>>,
  missing: (name: string) => string,
): string =>
  text.replace(/\{\{([^}]*)\}\}/g, (_, name: string, at: number) => {
    const figure = figures[name];
    if (figure === undefined) return missing(name);
    return at === 0 ? figure.slice(0, 1).toUpperCase() + figure.slice(1) : figure;
  });
