// Asks the browser for a passkey when the form is sent, and sends what it answers. The server checks everything.

for (const form of document.querySelectorAll('form.passkey')) {
  const { startRegistration, startAuthentication, browserSupportsWebAuthn } =
    globalThis.SimpleWebAuthnBrowser;
  const ask = form.dataset.verb === 'create' ? startRegistration : startAuthentication;
  const button = form.querySelector('button');
  const label = button.textContent;
  const problem = form.querySelector('.passkey-problem');
  const say = (sentence) => {
    problem.textContent = sentence;
    problem.hidden = false;
    button.disabled = false;
    button.textContent = label;
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (!browserSupportsWebAuthn()) return say(form.dataset.absent);
    problem.hidden = true;
    button.disabled = true;
    button.textContent = form.dataset.working;
    try {
      const answer = await ask({ optionsJSON: JSON.parse(form.dataset.question) });
      form.elements.answer.value = JSON.stringify(answer);
      form.submit();
    } catch {
      // Not retried: dismissed by the person, or the device has no such passkey; the button is there for another try.
      say(form.dataset.failed);
    }
    return undefined;
  });
}
