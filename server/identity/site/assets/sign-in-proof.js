import { solveChallenge } from './altcha/pow.js';
import { deriveKey } from './altcha/algorithms/web/pbkdf2.js';

// Solved while the person types; a form that is sent earlier waits for it.
const field = document.getElementById('proof');
const { form } = field;
const button = form.querySelector('button.primary');
const challenge = JSON.parse(field.dataset.challenge);

const solved = solveChallenge({ challenge, deriveKey }).then((solution) => {
  field.value = btoa(JSON.stringify({ challenge, solution }));
});

form.addEventListener('submit', (event) => {
  if (field.value !== '' || event.submitter?.name === 'switch') return;
  event.preventDefault();
  button.disabled = true;
  button.textContent = field.dataset.working;
  const send = () => form.submit();
  // Where nothing can be solved the site says what is missing.
  solved.then(send, send);
});
