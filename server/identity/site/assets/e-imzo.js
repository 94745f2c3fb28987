// Signs the site's challenge with a key that the E-IMZO application on this machine finds. The application asks for the
// key's password in a window of its own; the server has everything checked.

const form = document.getElementById('e-imzo');
const { apiKeys, troubles, none, until, looking, working, again } = form.dataset;
const SENTENCES = JSON.parse(troubles);
const ADDRESS =
  location.protocol === 'https:'
    ? 'wss://127.0.0.1:64443/service/cryptapi'
    : 'ws://127.0.0.1:64646/service/cryptapi';
/** The first version whose calls are those made here. */
const NEEDED = { major: 3, minor: 37 };
const NORMAL_CLOSE = 1000;
/** The person may be typing a password in the application's window. */
const TIMEOUT_MS = 5 * 60_000;

const button = form.querySelector('button.primary');
const signing = button.textContent;
const list = form.querySelector('.keys');
const state = form.querySelector('.e-imzo-state');
const problem = form.querySelector('.e-imzo-problem');
const say = (sentence) => {
  problem.textContent = sentence;
  problem.hidden = sentence === '';
};

/** Why a key did not sign; one of the troubles that the page has sentences for. */
class Trouble extends Error {}
/** The one that is the person's own choice. */
const CANCELLED = 'cancelled';

/** One call of the application: open, send, receive, close; a socket serves one call. */
const call = (what) =>
  new Promise((resolve, reject) => {
    let socket;
    try {
      socket = new WebSocket(ADDRESS);
    } catch {
      return reject(new Trouble('not-installed')); // not retried: the browser refuses the address itself
    }
    const timer = setTimeout(() => {
      reject(new Trouble('failed'));
      socket.close();
    }, TIMEOUT_MS);
    socket.addEventListener('open', () => socket.send(JSON.stringify(what)));
    socket.addEventListener('message', ({ data }) => {
      clearTimeout(timer);
      try {
        resolve(JSON.parse(data));
      } catch {
        reject(new Trouble('failed')); // not retried: the person presses again
      }
      socket.close(NORMAL_CLOSE);
    });
    socket.addEventListener('close', ({ code }) => {
      clearTimeout(timer);
      // After an answer this changes nothing.
      reject(new Trouble(code === NORMAL_CLOSE ? 'failed' : 'not-installed'));
    });
    return undefined;
  });

/** How the application says that the window for the password was closed: a number, and words before there were numbers. */
const isCancelled = ({ status, reason = '' }) =>
  Number(status) === -5000 || /^Ввод пароля отмен[её]н/.test(reason);

async function ask(what) {
  const answer = await call(what);
  if (answer.success) return answer;
  if (isCancelled(answer)) throw new Trouble(CANCELLED);
  // Java's name for a wrong password, somewhere in what the application says.
  throw new Trouble(/BadPaddingException/.test(answer.reason ?? '') ? 'wrong-password' : 'failed');
}

/** Parts of the text that describes a certificate; only a comma before `KEY=` ends one, because names have commas too. */
function partsOf(description) {
  const text = description
    .toUpperCase()
    .replace(/1\.2\.860\.3\.16\.1\.1=/g, 'INN=')
    .replace(/1\.2\.860\.3\.16\.1\.2=/g, 'PINFL=');
  return Object.fromEntries(
    text.split(/,(?=[A-Z]+=)/).map((part) => {
      const at = part.indexOf('=');
      return [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    }),
  );
}

const calls = [];

/** A key that people can choose; one without a number by which its owner is known does not sign in. */
function offer(description, load) {
  const { CN = '', O = '', INN, PINFL, VALIDTO = '' } = partsOf(description);
  if (!INN && !PINFL) return;
  const label = document.createElement('label');
  label.className = 'choice';
  const choice = Object.assign(document.createElement('input'), {
    type: 'radio',
    name: 'key',
    value: String(calls.length),
    checked: calls.length === 0,
  });
  const day = VALIDTO.slice(0, 10).split('.').reverse().join('.');
  const lines = [INN ? `${O} · ${INN}` : PINFL, `${CN} · ${until} ${day}`];
  const words = document.createElement('span');
  words.append(lines[0], document.createElement('br'), lines[1]);
  label.append(choice, words);
  list.append(label);
  calls.push(load);
}

async function find() {
  calls.length = 0;
  for (const label of list.querySelectorAll('label')) label.remove();
  state.textContent = looking;
  const { major, minor } = await ask({ name: 'version' });
  const isOld =
    Number(major) < NEEDED.major || (Number(major) === NEEDED.major && Number(minor) < NEEDED.minor);
  if (isOld) throw new Trouble('too-old');
  const admitted = await call({ name: 'apikey', arguments: JSON.parse(apiKeys) });
  if (!admitted.success) throw new Trouble('not-licensed');
  const { certificates = [] } = await ask({ plugin: 'pfx', name: 'list_all_certificates' });
  for (const { disk, path, name, alias } of certificates)
    offer(alias, { plugin: 'pfx', name: 'load_key', arguments: [disk, path, name, alias] });
  // An application without the plugin answers that it does not know it: no tokens then.
  const { tokens = [] } = await call({ plugin: 'ftjc', name: 'list_all_keys', arguments: [''] });
  for (const { cardUID, info } of tokens)
    offer(info, { plugin: 'ftjc', name: 'load_key', arguments: [cardUID] });
  state.textContent = calls.length === 0 ? none : '';
  list.hidden = calls.length === 0;
}

/** Looks for keys; without one the button looks again, once the application is started or the token plugged in. */
async function search() {
  button.disabled = true;
  await find().catch(explain);
  button.textContent = calls.length === 0 ? again : signing;
  button.disabled = false;
}

/** The site's challenge, asked for when it is about to be signed: it is good for two minutes. */
async function challengeOf() {
  const answer = await fetch(form.dataset.challenge, { method: 'POST' });
  const { challenge, problem: sentence } = await answer.json();
  if (!challenge) throw new Error(sentence);
  return challenge;
}

async function sign() {
  const load = calls[Number(new FormData(form).get('key'))];
  const { keyId } = await ask(load);
  const challenge = btoa(await challengeOf());
  const made = await ask({
    plugin: 'pkcs7',
    name: 'create_pkcs7',
    arguments: [challenge, String(keyId), 'no'],
  });
  form.elements.pkcs7.value = made.pkcs7_64;
  form.submit();
}

const explain = (error) => {
  const cancelled = error instanceof Trouble && error.message === CANCELLED;
  state.textContent = cancelled ? SENTENCES[CANCELLED] : '';
  if (cancelled) return;
  // Not retried: the sentence says what to do, and the button is there for another try.
  say(error instanceof Trouble ? SENTENCES[error.message] : error.message || SENTENCES.failed);
};

form.addEventListener('submit', async (event) => {
  // The buttons of the languages send the form as it is.
  if (event.submitter && event.submitter !== button) return;
  event.preventDefault();
  say('');
  if (calls.length === 0) return search();
  button.disabled = true;
  state.textContent = working;
  try {
    await sign();
  } catch (error) {
    explain(error);
    button.disabled = false;
  }
  return undefined;
});

void search();
