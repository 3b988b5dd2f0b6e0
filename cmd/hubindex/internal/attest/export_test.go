package attest

// CheckIssuer is checkIssuer, which needs no bundle of each issuer.
var CheckIssuer = checkIssuer
