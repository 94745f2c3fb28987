/** Calls to listeners that people have registered: the system outside whose address we do not choose. */
export { createListenerCalls, type ListenerCalls } from './listener-call.ts';
