import { ProtocolCheck } from '#client/features/checks/protocol-check.tsx';

/** /check-protocol: is a protocol genuine and in force. */
export default function CheckProtocol() {
  return <ProtocolCheck />;
}
