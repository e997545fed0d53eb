"""The models of test/graphs: Hugging Face's and torchvision's architectures with random weights.

A name is ARCHITECTURE-eager, ARCHITECTURE-sdpa, or torchvision's name. By default a model is of its usual size, on the
meta device (shapes alone); `small` gives a few narrow layers with weights, for running.
"""
import torch

# architecture: (classes of transformers, layers where not all, sizes of the small one, inputs)
TEXT, PICTURE, SOUND, PAIR, BOTH = "text", "picture", "sound", "pair", "text and picture"
NARROW = dict(hidden_size=64, num_attention_heads=4, intermediate_size=128, num_hidden_layers=2)
LLAMA = dict(NARROW, num_key_value_heads=2, vocab_size=97)
ARCHITECTURES = {
    "bert": ("Bert", "BertModel", {}, dict(NARROW, vocab_size=97), TEXT),
    "distilbert": ("DistilBert", "DistilBertModel", {}, dict(dim=64, n_heads=4, hidden_dim=128, n_layers=2, vocab_size=97), TEXT),
    "gpt2": ("GPT2", "GPT2Model", {}, dict(n_embd=64, n_head=4, n_layer=2, vocab_size=97), TEXT),
    "t5": ("T5", "T5Model", {}, dict(d_model=64, d_kv=16, num_heads=4, d_ff=128, num_layers=2, vocab_size=97), PAIR),
    "opt": ("OPT", "OPTModel", {}, dict(hidden_size=64, num_attention_heads=4, ffn_dim=128, num_hidden_layers=2, vocab_size=97, word_embed_proj_dim=64), TEXT),
    "llama": ("Llama", "LlamaModel", dict(num_hidden_layers=8), LLAMA, TEXT),
    "mistral": ("Mistral", "MistralModel", dict(num_hidden_layers=8), LLAMA, TEXT),
    "vit": ("ViT", "ViTModel", {}, dict(NARROW, image_size=32, patch_size=8), PICTURE),
    "clip": ("CLIP", "CLIPModel", {}, dict(text_config=dict(NARROW, vocab_size=97, eos_token_id=2), vision_config=dict(NARROW, image_size=32, patch_size=8), projection_dim=32), BOTH),
    "whisper": ("Whisper", "WhisperModel", {}, dict(d_model=64, encoder_attention_heads=4, encoder_ffn_dim=128, encoder_layers=2, decoder_layers=1, decoder_attention_heads=4, decoder_ffn_dim=64, vocab_size=97, max_source_positions=50, pad_token_id=0, eos_token_id=1, bos_token_id=2, decoder_start_token_id=1), SOUND),
    "swin": ("Swin", "SwinModel", {}, dict(image_size=32, patch_size=2, embed_dim=16, depths=[2, 2], num_heads=[2, 4], window_size=4), PICTURE),
    "albert": ("Albert", "AlbertModel", dict(hidden_size=768, num_attention_heads=12, intermediate_size=3072), dict(NARROW, embedding_size=32, vocab_size=97), TEXT),
    "bloom": ("Bloom", "BloomModel", dict(hidden_size=1024, n_head=16, n_layer=4), dict(hidden_size=64, n_head=4, n_layer=2, vocab_size=97), TEXT),
    "deberta": ("DebertaV2", "DebertaV2Model", dict(num_hidden_layers=4, relative_attention=True, pos_att_type=["c2p", "p2c"]), dict(NARROW, vocab_size=97, relative_attention=True, pos_att_type=["c2p", "p2c"], position_buckets=8), TEXT),
    "gpt_neo": ("GPTNeo", "GPTNeoModel", dict(num_layers=4, attention_types=[[["global", "local"], 2]]), dict(hidden_size=64, num_heads=4, num_layers=2, attention_types=[[["global", "local"], 1]], vocab_size=97, window_size=8), TEXT),
}  # fmt: skip
EAGER = {"bloom", "deberta", "gpt_neo"}  # have no other way
VISION = ["resnet18", "resnet50", "vgg16", "mobilenet_v2", "efficientnet_b0", "densenet121", "vit_b_16", "convnext_tiny",
          "mobilenet_v3_small", "swin_v2_t"]  # fmt: skip
MODELS = [f"{a}-{how}" for a in ARCHITECTURES for how in ("eager", "sdpa") if how == "eager" or a not in EAGER] + VISION


class Output(torch.nn.Module):
    """The model's tensors alone."""

    def __init__(self, model, names, take):
        super().__init__()
        self.model, self.names, self.take = model, names, take

    def forward(self, *inputs):
        out = self.model(**dict(zip(self.names, inputs)))
        return tuple(getattr(out, t) for t in self.take)


def ids(length, vocabulary, batch=1):
    return torch.randint(3, vocabulary, (batch, length)) if vocabulary else torch.zeros(batch, length, dtype=torch.long)


def hugging_face(architecture, how, small, length, batch, over):
    import transformers

    prefix, model, usual, narrow, kind = ARCHITECTURES[architecture]
    config = getattr(transformers, prefix + "Config")(**{**(narrow if small else usual), **(over or {})})
    for part in (config, getattr(config, "text_config", None), getattr(config, "vision_config", None)):
        if part is not None:
            part._attn_implementation = how
            part.use_cache = False
    m = getattr(transformers, model)(config).eval()
    vocabulary = 96 if small else 0
    mask = torch.ones(batch, length, dtype=torch.long)
    if small:
        mask[:, length - 5 :] = 0  # padding
    take = ["last_hidden_state"]
    if kind == TEXT:
        given = {"input_ids": ids(length, vocabulary, batch), "attention_mask": mask}
    elif kind == PAIR:
        given = {"input_ids": ids(length, vocabulary, batch), "attention_mask": mask,
                 "decoder_input_ids": ids(length, vocabulary, batch)}  # fmt: skip
    elif kind == PICTURE:
        given = {"pixel_values": torch.rand(batch, 3, config.image_size, config.image_size)}
    elif kind == SOUND:  # the encoder
        m = m.encoder
        given = {"input_features": torch.rand(batch, config.num_mel_bins, 2 * config.max_source_positions)}
    else:
        size = config.vision_config.image_size
        given = {"input_ids": ids(min(length, 77), vocabulary, batch), "attention_mask": mask[:, :77],
                 "pixel_values": torch.rand(batch, 3, size, size)}  # fmt: skip
        take = ["text_embeds", "image_embeds"]
    return Output(m, list(given), take), tuple(given.values())


def torchvision_model(name, small, batch):
    import torchvision

    size = 64 if small and name not in ("vit_b_16",) else 224
    return getattr(torchvision.models, name)(weights=None).eval(), (torch.rand(batch, 3, size, size),)


def disturb(module):
    """Norms, biases and statistics begin as ones and zeros, and some heads as zeros: nothing would tell them apart."""
    with torch.no_grad():
        for name, t in list(module.named_parameters()) + list(module.named_buffers()):
            if name.endswith("running_var"):
                t.uniform_(0.5, 1.5)
            elif t.is_floating_point() and (t.dim() == 1 or not t.any()):
                t.add_(0.1 * torch.randn_like(t))
    return module


NARROW = {"bf16": torch.bfloat16, "f16": torch.float16}


def is_model(name):
    """One of MODELS, or MODEL:bf16, MODEL:f16: with weights, buffers and inputs of these."""
    model, colon, narrow = name.partition(":")
    return model in MODELS and (narrow in NARROW or not colon)


def build(name, small=False, length=128, batch=1, over=None):
    """(module, inputs)"""
    name, _, narrow = name.partition(":")
    if narrow:
        module, inputs = build(name, small, length, batch, over)
        dtype = NARROW[narrow]
        return module.to(dtype), tuple(t.to(dtype) if t.is_floating_point() else t for t in inputs)
    with torch.device("cpu" if small else "meta"):
        if name in VISION:
            module, inputs = torchvision_model(name, small, batch)
        else:
            architecture, how = name.rsplit("-", 1)
            module, inputs = hugging_face(architecture, how, small, length, batch, over)
        return disturb(module) if small else module, inputs


def describe(name):
    """One line: where the graph comes from."""
    name, _, narrow = name.partition(":")
    if narrow:
        return f"{describe(name)}, {narrow}"
    if name in VISION:
        import torchvision

        return f"torchvision {torchvision.__version__} {name}, torch {torch.__version__}, batch 1"
    import transformers

    architecture, how = name.rsplit("-", 1)
    usual = ", ".join(f"{k}={v}" for k, v in ARCHITECTURES[architecture][2].items())
    return (f"transformers {transformers.__version__} {ARCHITECTURES[architecture][1]}({usual}) {how}, "
            f"torch {torch.__version__}, batch 1")  # fmt: skip
