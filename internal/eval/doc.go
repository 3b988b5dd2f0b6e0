// Package eval fits the weights of the local adapter's scorer and measures
// them, on CLINC150 (Larson et al., EMNLP 2019, CC BY 3.0), no text of which is
// in this repository.
//
//	intent     one of 150 things people ask for, in ten domains of fifteen
//	draw       one of three choices of ten training examples for each intent
//	episode    a small installed set made of intents: N of them with k examples
//	           each and a description, and texts to be told apart by it
//	beside     a text no class of the episode serves: of another intent, or of none
//	run        one fit and its measurements
//
// A fit sees examples, validation texts and the texts beside of the training
// and validation sets, of one half of the domains. It is measured on the test
// texts of the other half. The weights that are shipped are fitted once more,
// over all domains, and never see a test text either.
//
// Everything follows from the data and fixed seeds.
package eval
