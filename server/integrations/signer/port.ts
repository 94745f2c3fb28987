/** An Ed25519 public key as a JWK (RFC 8037). */
export interface PublicKeyJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  /** 32 bytes in base64url. */
  x: string;
}

export interface SigningKey {
  /** Thumbprint of the public key (RFC 7638), base64url: the same key has the same id everywhere. */
  keyId: string;
  publicKey: PublicKeyJwk;
}

/**
 * Signs with the operator's key, which never leaves it. A signature is that of Ed25519 over the bytes as they are. Calls may reject while the
 * place of the key is away, after which the same call may succeed.
 */
export interface Signer {
  readonly name: 'local';
  /** The key of the next signature. */
  key(): Promise<SigningKey>;
  /** Names the key it was made with: another may take its place at any time. */
  sign(bytes: Uint8Array): Promise<{ keyId: string; signature: Uint8Array }>;
}
