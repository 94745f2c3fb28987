import { BlockList, isIP } from 'node:net';

/** Tests whether an address is one of these: single ones, `a-b` or `a/24`. An empty list contains every address. */
export function addressList(texts: readonly string[]): (address: string) => boolean {
  if (texts.length === 0) return () => true;
  const list = new BlockList();
  for (const text of texts) {
    const [from = '', to] = text.split('-');
    const [net = '', bits] = text.split('/');
    const kind = isIP(from) === 6 || isIP(net) === 6 ? 'ipv6' : 'ipv4';
    if (to !== undefined) list.addRange(from, to, kind);
    else if (bits !== undefined) list.addSubnet(net, Number(bits), kind);
    else list.addAddress(text, kind);
  }
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}
