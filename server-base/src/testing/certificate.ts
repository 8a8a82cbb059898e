/** A self-signed certificate of localhost, for servers of tests only. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUJkw9MQut/pIvW1cl2lM0nqbhOiMwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyNTIwMjkwMVoYDzIxMjYxMTAx
MjAyOTAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQdIph28GDwiJImR2+NNbQKng/QlfveHwm33ZUFO1LgeW6hHHcw43Eo
0Z0Hmzz2vOywg+mEXDVqIDzebqiRKAFGo2kwZzAdBgNVHQ4EFgQUpEeWCm40+P1r
tXhCBNmudbDpv+8wHwYDVR0jBBgwFoAUpEeWCm40+P1rtXhCBNmudbDpv+8wDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAOzG7GjKzVJ/FayQJhkRw1h/Kdv2xkZaSBTex6werSyIAiEAviLL3lSY
BXBRk2WYiBBsaw47dz35B5LbulE5fGqQkPs=
-----END CERTIFICATE-----
`;

/** The key of the certificate. It protects nothing. */
export const privateKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgM9mlwRxNmkpmK+3o
FTTlO2CwIVo/IHpxdNbbGoNvkyuhRANCAAQdIph28GDwiJImR2+NNbQKng/Qlfve
Hwm33ZUFO1LgeW6hHHcw43Eo0Z0Hmzz2vOywg+mEXDVqIDzebqiRKAFG
-----END PRIVATE KEY-----
`;

export const certificateEnds = new Date('2126-11-01T20:29:01Z');
