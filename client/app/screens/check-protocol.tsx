export { ProtocolCheck as default } from '#client/features/site/checks/protocol-check.tsx';
